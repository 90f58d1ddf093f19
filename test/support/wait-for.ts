const POLL_MS = 5;

/**
 * Waits until a condition holds.
 * @throws with `what` when it does not within the deadline
 */
export async function waitFor(what: string, holds: () => boolean, deadlineMs = 20_000): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${String(deadlineMs)} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

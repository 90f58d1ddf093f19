const POLL_MS = 5;

/**
 * Waits until a condition holds.
 * @throws {Error} with `what` when it does not hold within the deadline
 */
export async function waitFor(what: string, holds: () => boolean, deadlineMs = 20_000): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!holds()) {
    if (performance.now() > end)
      throw new Error(`timed out after ${String(deadlineMs)} ms waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

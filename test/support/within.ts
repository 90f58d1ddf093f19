const POLL_MS = 5;

/** @throws {Error} with `what` when the promise takes longer */
export async function within<T>(what: string, promise: Promise<T>, deadlineMs = 20_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(lateFor(what, deadlineMs)), deadlineMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks again until the answer is yes.
 * @returns whether it was, within the deadline
 */
export async function becomes(isSo: () => Promise<boolean>, deadlineMs = 20_000): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (!(await isSo())) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

const lateFor = (what: string, ms: number): Error =>
  new Error(`timed out after ${String(ms)} ms waiting for ${what}`);

import type { Clock } from "../../../net/index.js";

/** Resolves after a delay. Rejects at once, and leaves no timer behind, when the signal is aborted. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(new Error("aborted"));
    };
    const cancel = clock.schedule(delayMs, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

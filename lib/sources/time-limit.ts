import type { Clock } from "../net/index.js";

/**
 * Waits for a promise no longer than that.
 * @param drop is given what comes later
 * @throws Error (code ETIMEDOUT)
 */
export function within<T>(
  clock: Clock,
  limitMs: number,
  promise: Promise<T>,
  drop: (late: T) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const cancel = clock.schedule(limitMs, () => {
      isLate = true;
      reject(Object.assign(new Error("it said nothing"), { code: "ETIMEDOUT" }));
    });
    promise.then((value) => (isLate ? drop(value) : resolve(value)), reject).finally(cancel);
  });
}

/** @throws the signal's reason */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.schedule(ms, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

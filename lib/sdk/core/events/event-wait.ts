import type { EventHub } from "./event-hub.js";

type Events<E> = { [K in keyof E]: (...args: never[]) => void };

/**
 * Waits until `look` gives a value: it looks now, and again at each of the events. Promises settle outside the callback queue.
 * @param look undefined: not yet; what it throws ends the wait
 * @param signal aborting forgets the wait, whose promise stays open
 */
export function untilEvent<E extends Events<E>, T>(
  hub: EventHub<E>,
  events: readonly (keyof E)[],
  look: () => T | undefined,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const again = (): void => {
      try {
        const value = look();
        if (value === undefined) return;
        resolve(value);
      } catch (error) {
        reject(error as Error);
      }
      forget();
    };
    const subscriptions = events.map((event) => hub.watch(event, again as E[keyof E]));
    const forget = (): void => {
      for (const one of subscriptions) one.dispose();
      signal.removeEventListener("abort", forget);
    };
    signal.addEventListener("abort", forget, { once: true });
    again();
  });
}

/**
 * Waits for the next event that fits, and gives its arguments.
 * @param fits the game's: it runs later, on its own, and may do anything with the client
 * @param signal aborting forgets the wait, whose promise stays open
 */
export function nextEvent<E extends Events<E>, K extends keyof E>(
  hub: EventHub<E>,
  event: K,
  fits: (...args: Parameters<E[K]>) => boolean,
  signal: AbortSignal,
): Promise<Parameters<E[K]>> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const forget = (): void => {
      isOver = true;
      subscription.dispose();
      signal.removeEventListener("abort", forget);
    };
    const judge = (args: Parameters<E[K]>): void => {
      if (isOver) return;
      try {
        if (!fits(...args)) return;
        resolve(args);
      } catch (error) {
        reject(error as Error);
      }
      forget();
    };
    const watcher = (...args: Parameters<E[K]>): void => queueMicrotask(() => judge(args));
    const subscription = hub.watch(event, watcher as E[K]);
    signal.addEventListener("abort", forget, { once: true });
  });
}

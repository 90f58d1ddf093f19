import type { Clock } from "../../net/index.js";

/** Something that is told once, and waited for. */
export class Signal<T = void> {
  readonly told: Promise<T>;
  #tell: (value: T) => void = () => undefined;

  constructor() {
    this.told = new Promise((resolve) => (this.#tell = resolve));
  }

  /** The first time counts. */
  tell(value: T): void {
    this.#tell(value);
  }

  /**
   * @param limitMs undefined: as long as it takes
   * @returns undefined when it is not told in time, or `signal` aborts
   */
  async within(limitMs: number | undefined, clock: Clock, signal?: AbortSignal): Promise<T | undefined> {
    const late = new Signal();
    const giveUp = (): void => late.tell();
    const cancel = limitMs === undefined ? undefined : clock.schedule(limitMs, giveUp);
    signal?.addEventListener("abort", giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    try {
      return await Promise.race([this.told, late.told.then(() => undefined)]);
    } finally {
      cancel?.();
      signal?.removeEventListener("abort", giveUp);
    }
  }
}

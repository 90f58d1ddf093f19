import type { Clock } from "../../net/index.js";

/** How long the gateway may take to tell what HTTP has confirmed. */
const ANNOUNCEMENT_MS = 2000;

/**
 * Lets operations wait until the gateway has told what HTTP has confirmed: whoever asks for a handle right
 * after an operation finds it as the operation left it.
 */
export class WorldNews {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called after every change of the world. */
  changed(): void {
    for (const look of this.#waiting) look();
  }

  /** @returns when `holds`, or after two seconds in which the gateway did not tell */
  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        this.#waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (holds()) done();
      };
      const cancel = this.#clock.schedule(ANNOUNCEMENT_MS, done);
      this.#waiting.add(look);
    });
  }
}

import type { AdjustableClock } from "../clock/adjustable-clock.js";
import type { MediaWorker } from "../voice/sfu/media-worker.js";

/** The platform's clock as tests move it, the media worker's with it. */
export class ControlClock {
  readonly #clock: AdjustableClock;
  readonly #media: MediaWorker;

  constructor(clock: AdjustableClock, media: MediaWorker) {
    this.#clock = clock;
    this.#media = media;
  }

  /** Unix milliseconds */
  now(): number {
    return this.#clock.now();
  }

  /** Jumps to a time. @returns when the media worker is there too */
  set(unixMs: number): Promise<void> {
    this.#clock.set(unixMs);
    return this.#follow();
  }

  /** Jumps ahead. @returns when the media worker is there too */
  advance(ms: number): Promise<void> {
    this.#clock.advance(ms);
    return this.#follow();
  }

  async #follow(): Promise<void> {
    this.#media.send({ type: "clock", offset: this.#clock.offset });
    // Commands are obeyed in order, so an answer means that this one was.
    await this.#media.stats();
  }
}

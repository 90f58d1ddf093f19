import type { TimerClock } from "../../clock/clock.js";

/** A number is not used again for this long, milliseconds (voice-transport 6.1). */
const QUARANTINE_MS = 60_000;
const MAX_SSRC = 2 ** 31;

/** Hands out SSRCs that no living or recently ended session has. */
export class SsrcPool {
  readonly #taken = new Set<number>();
  readonly #clock: TimerClock;
  readonly #random: (below: number) => number;

  /** @param random a uniform integer from 0 to below its argument */
  constructor(clock: TimerClock, random: (below: number) => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** @returns 2 to 2^31; 1 is the reporter of our own RTCP */
  take(): number {
    for (;;) {
      const ssrc = 2 + this.#random(MAX_SSRC - 1);
      if (this.#taken.has(ssrc)) continue;
      this.#taken.add(ssrc);
      return ssrc;
    }
  }

  release(ssrc: number): void {
    this.#clock.after(QUARANTINE_MS, () => this.#taken.delete(ssrc));
  }
}

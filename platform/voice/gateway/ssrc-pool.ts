import type { TimerClock } from "../../clock/clock.js";

/** How long a released SSRC is not reused, milliseconds (voice-transport 6.1). */
const QUARANTINE_MS = 60_000;
const MAX_SSRC = 2 ** 31;

/** Allocates SSRCs that no active or recently ended session uses. */
export class SsrcPool {
  readonly #allocated = new Set<number>();
  readonly #clock: TimerClock;
  readonly #random: (below: number) => number;

  /** @param random a uniform integer from 0 to below its argument */
  constructor(clock: TimerClock, random: (below: number) => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** @returns 2 to 2^31; the platform's own RTCP reports use 1 */
  allocate(): number {
    for (;;) {
      const ssrc = 2 + this.#random(MAX_SSRC - 1);
      if (this.#allocated.has(ssrc)) continue;
      this.#allocated.add(ssrc);
      return ssrc;
    }
  }

  release(ssrc: number): void {
    this.#clock.after(QUARANTINE_MS, () => this.#allocated.delete(ssrc));
  }
}

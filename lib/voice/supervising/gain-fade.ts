/** A linear gain on its way to another one, so that the next process goes on with the fade. */
export class GainFade {
  readonly #from: number;
  readonly to: number;
  readonly #sinceMs: number;
  readonly #fadeMs: number;

  constructor(from: number, to: number, sinceMs: number, fadeMs: number) {
    this.#from = from;
    this.to = to;
    this.#sinceMs = sinceMs;
    this.#fadeMs = fadeMs;
  }

  at(nowMs: number): number {
    const left = this.#fadeMs === 0 ? 0 : this.leftMs(nowMs) / this.#fadeMs;
    return this.to + (this.#from - this.to) * left;
  }

  leftMs(nowMs: number): number {
    return Math.max(0, this.#sinceMs + this.#fadeMs - nowMs);
  }
}

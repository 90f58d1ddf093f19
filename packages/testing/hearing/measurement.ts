import type { Follower } from "../calls/seat.js";
import { GapCounter, type Arrival, type Gaps } from "../listening/gaps.js";
import { HEARD_RATE } from "../listening/judge.js";
import { Meter, type Loudness } from "../listening/meter.js";

/** The figures of a speaker's sound. */
export interface Measured extends Loudness {
  /** from the beginning to the first sound, milliseconds; undefined: there was none */
  readonly firstSoundMs: number | undefined;
  /** seconds of sound and silence that came out of the decoder */
  readonly decodedSeconds: number;
  /** undefined: no packet was shown */
  readonly gaps: Gaps | undefined;
}

/** Measures the sound of a speaker from now on. */
export class Measurement implements Follower {
  readonly #now: () => number;
  readonly #begun: number;
  readonly #meter = new Meter();
  #decoded = 0;
  #firstSoundMs: number | undefined;
  #gaps: GapCounter | undefined;

  /** @param now milliseconds since some moment */
  constructor(now: () => number) {
    this.#now = now;
    this.#begun = now();
  }

  sound(block: Float32Array): void {
    this.#decoded += block.length;
    if (this.#meter.push(block)) this.#firstSoundMs ??= this.#now() - this.#begun;
  }

  packet(arrival: Arrival): void {
    this.#gaps ??= new GapCounter();
    this.#gaps.push(arrival);
  }

  get measured(): Measured {
    return {
      ...this.#meter.loudness,
      firstSoundMs: this.#firstSoundMs,
      decodedSeconds: this.#decoded / HEARD_RATE,
      gaps: this.#gaps?.gaps,
    };
  }
}

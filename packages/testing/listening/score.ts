import { estoi, ESTOI_RATE } from "./estoi.js";
import { Locator, type Place } from "./locate.js";

/** Sound is compared in windows of a second, one every quarter of it. */
const WINDOW = ESTOI_RATE;
const HOP = WINDOW / 4;
/** A window is looked for so many samples around where the last one says that it lies, before anywhere else. */
const NEAR = 160;
/** A fit as good as this ends the search for a better place. */
const GOOD_FIT = 0.5;

/** How much of a reference has been heard, and how well. */
export interface Score {
  /** seconds of the heard sound in windows that are at least as intelligible as asked */
  readonly seconds: number;
  /** mean intelligibility of the windows that could be compared; undefined: none */
  readonly estoi: number | undefined;
}

/**
 * Compares sound with a reference as it comes. Each window finds its own place, so that a delay, a drift, a hole or a repetition costs
 * no more than the windows that it is in.
 */
export class Scorer {
  readonly #locator: Locator;
  readonly #leastEstoi: number;
  readonly #window: number;
  #heard = new Float32Array(0);
  /** samples of the heard sound before {@link #heard} */
  #dropped = 0;
  /** where the next window lies if nothing is missing */
  #expected: number | undefined;
  /** end of the last window that was good enough, in samples of the heard sound */
  #goodUntil = 0;
  #good = 0;
  #sum = 0;
  #count = 0;

  /** @param reference at {@link ESTOI_RATE} @param leastEstoi of a window that counts */
  constructor(reference: Float32Array, leastEstoi: number) {
    this.#window = Math.min(WINDOW, reference.length);
    this.#locator = new Locator(reference, this.#window);
    this.#leastEstoi = leastEstoi;
  }

  get score(): Score {
    return {
      seconds: this.#good / ESTOI_RATE,
      estoi: this.#count === 0 ? undefined : this.#sum / this.#count,
    };
  }

  /** Takes more of the heard sound, at {@link ESTOI_RATE}. */
  push(samples: Float32Array): void {
    const joined = new Float32Array(this.#heard.length + samples.length);
    joined.set(this.#heard);
    joined.set(samples, this.#heard.length);
    let at = 0;
    for (; at + this.#window <= joined.length; at += HOP)
      this.#compare(joined.subarray(at, at + this.#window), this.#dropped + at);
    this.#heard = joined.slice(at);
    this.#dropped += at;
  }

  #compare(piece: Float32Array, from: number): void {
    const place = this.#locate(piece);
    this.#expected = place && place.at + HOP;
    const found = place && estoi(this.#locator.part(place.at), piece);
    if (found === undefined) return;
    this.#sum += found;
    this.#count += 1;
    if (found < this.#leastEstoi) return;
    const until = from + piece.length;
    this.#good += until - Math.max(from, this.#goodUntil);
    this.#goodUntil = until;
  }

  #locate(piece: Float32Array): Place | undefined {
    const near =
      this.#expected === undefined ? undefined : this.#locator.locateNear(piece, this.#expected, NEAR);
    return near !== undefined && near.fit >= GOOD_FIT ? near : this.#locator.locate(piece);
  }
}

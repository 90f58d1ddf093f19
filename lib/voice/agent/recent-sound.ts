import type { HeardBlock } from "../../native/index.js";

const RATE = 16_000;
const SECONDS = 8;
/** 48 kHz ticks in a sample of 16 kHz. */
const TICKS = 3;
/** A step in the times of more than two blocks is a pause that nothing was heard in. */
const GAP = 1920;

/** The last eight seconds of one speaker at 16 kHz, without what was before a pause of their frames. */
export class RecentSound {
  readonly #ring = new Int16Array(RATE * SECONDS);
  /** samples so far */
  #count = 0;
  #end = 0;

  push({ timestamp, samples }: HeardBlock): void {
    if (Math.abs(timestamp - this.#end) > GAP) this.#count = 0;
    this.#end = timestamp + samples.length * TICKS;
    const at = this.#count % this.#ring.length;
    const first = samples.subarray(0, this.#ring.length - at);
    this.#ring.set(first, at);
    this.#ring.set(samples.subarray(first.length), 0);
    this.#count += samples.length;
  }

  /** A copy, oldest first. */
  samples(): Int16Array {
    const { length } = this.#ring;
    if (this.#count <= length) return this.#ring.slice(0, this.#count);
    const at = this.#count % length;
    const all = new Int16Array(length);
    all.set(this.#ring.subarray(at), 0);
    all.set(this.#ring.subarray(0, at), length - at);
    return all;
  }
}

import { HEARD_RATE, isSound, peakOf } from "./judge.js";

/** How much of a sound is loud enough, and how loud that is. */
export interface Loudness {
  /** of what is louder than −50 dBFS */
  readonly seconds: number;
  /** its mean level (RMS), dBFS; −Infinity: there is none. A sine of full scale has −3. */
  readonly levelDbfs: number;
  /** the loudest sample of all, dBFS; −Infinity: digital silence */
  readonly peakDbfs: number;
}

/** Measures the loudness of a sound block by block. */
export class Meter {
  #samples = 0;
  #energy = 0;
  #peak = 0;

  /** @param block samples of one channel, 48 kHz @returns whether it sounds */
  push(block: Float32Array): boolean {
    const peak = peakOf(block);
    this.#peak = Math.max(this.#peak, peak);
    if (!isSound(peak)) return false;
    this.#samples += block.length;
    for (const value of block) this.#energy += value * value;
    return true;
  }

  get loudness(): Loudness {
    return {
      seconds: this.#samples / HEARD_RATE,
      levelDbfs: 10 * Math.log10(this.#energy / Math.max(1, this.#samples)),
      peakDbfs: 20 * Math.log10(this.#peak),
    };
  }
}

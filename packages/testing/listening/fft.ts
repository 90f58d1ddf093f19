/** A complex signal: real and imaginary parts of equal length. */
export interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** The fast Fourier transform of one size, in place. */
export class Fft {
  readonly size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #swaps: Uint32Array;

  /** @param size a power of two */
  constructor(size: number) {
    if (!Number.isInteger(Math.log2(size)) || size < 2)
      throw new RangeError(`size: expected a power of two, received ${String(size)}`);
    this.size = size;
    const angle = (at: number): number => (2 * Math.PI * at) / size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos(angle(at)));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin(angle(at)));
    this.#swaps = reversedBits(size);
  }

  transform({ re, im }: Complex): void {
    this.#reorder(re, im);
    for (let half = 1; half < this.size; half *= 2) this.#combine(re, im, half);
  }

  /** Undoes {@link transform}. */
  inverse({ re, im }: Complex): void {
    this.transform({ re: im, im: re });
    for (let at = 0; at < this.size; at += 1) {
      re[at] = (re[at] ?? 0) / this.size;
      im[at] = (im[at] ?? 0) / this.size;
    }
  }

  #reorder(re: Float64Array, im: Float64Array): void {
    for (let at = 0; at < this.size; at += 1) {
      const other = this.#swaps[at] ?? 0;
      if (other <= at) continue;
      [re[at], re[other]] = [re[other] ?? 0, re[at] ?? 0];
      [im[at], im[other]] = [im[other] ?? 0, im[at] ?? 0];
    }
  }

  #combine(re: Float64Array, im: Float64Array, half: number): void {
    const step = this.size / (2 * half);
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let at = 0; at < half; at += 1) {
        const low = start + at;
        const high = low + half;
        const cos = this.#cos[at * step] ?? 0;
        const sin = this.#sin[at * step] ?? 0;
        const turnedRe = (re[high] ?? 0) * cos - (im[high] ?? 0) * sin;
        const turnedIm = (re[high] ?? 0) * sin + (im[high] ?? 0) * cos;
        re[high] = (re[low] ?? 0) - turnedRe;
        im[high] = (im[low] ?? 0) - turnedIm;
        re[low] = (re[low] ?? 0) + turnedRe;
        im[low] = (im[low] ?? 0) + turnedIm;
      }
    }
  }
}

/** The smallest power of two that is not less. */
export function powerOfTwoFrom(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, least)));
}

function reversedBits(size: number): Uint32Array {
  const reversed = new Uint32Array(size);
  for (let at = 1; at < size; at += 1)
    reversed[at] = ((reversed[at >> 1] ?? 0) >> 1) | ((at & 1) === 1 ? size >> 1 : 0);
  return reversed;
}

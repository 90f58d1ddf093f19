import { Fft, powerOfTwoFrom, type Complex } from "./fft.js";

/** Where a piece lies in a reference, and how well it fits there. */
export interface Place {
  /** first sample of the piece in the reference; negative: it begins before it */
  readonly at: number;
  /** normalized cross-correlation, −1 to 1 */
  readonly fit: number;
}

/** Searches look at every fourth sample of a smoothed copy first. */
const STRIDE = 4;
/** A piece that lies beyond an end of the reference by more than this part of it says nothing. */
const MOST_OUTSIDE = 0.5;
/** Places that are softer than this part of the loudest would fit by chance. */
const LEAST_ENERGY = 1e-3;

/** Finds pieces of sound in a reference by cross-correlation. */
export class Locator {
  readonly #reference: Energies;
  readonly #smooth: Energies;
  readonly #pieceLength: number;
  readonly #fft: Fft;
  readonly #spectrum: Complex;

  /** @param pieceLength of all pieces, in samples */
  constructor(reference: Float32Array, pieceLength: number) {
    this.#pieceLength = pieceLength;
    this.#reference = new Energies(reference, pieceLength);
    const smooth = smoothed(reference);
    this.#smooth = new Energies(smooth, Math.floor(pieceLength / STRIDE));
    this.#fft = new Fft(powerOfTwoFrom(smooth.length + pieceLength / STRIDE));
    this.#spectrum = this.#spectrumOf(smooth);
  }

  /** @returns the place in the whole reference at which the piece fits best; undefined for silence */
  locate(piece: Float32Array): Place | undefined {
    const about = this.#about(smoothed(piece));
    return about === undefined ? undefined : this.#exactly(piece, about);
  }

  /** @returns the place at which the piece fits best, about `reach` samples from one at most; undefined for silence */
  locateNear(piece: Float32Array, near: number, reach: number): Place | undefined {
    const [from, to] = [Math.floor((near - reach) / STRIDE), Math.ceil((near + reach) / STRIDE)];
    const about = bestPlace(this.#smooth, smoothed(piece), from, to);
    return about === undefined ? undefined : this.#exactly(piece, about.at);
  }

  /** The part of the reference on which a piece at this place lies; silence beyond its ends. */
  part(at: number): Float32Array {
    const part = new Float32Array(this.#pieceLength);
    const { signal } = this.#reference;
    part.set(signal.subarray(Math.max(0, at), Math.max(0, at + part.length)), Math.max(0, -at));
    return part;
  }

  /** @param about where the piece lies in the smoothed reference */
  #exactly(piece: Float32Array, about: number): Place | undefined {
    return bestPlace(this.#reference, piece, (about - 2) * STRIDE, (about + 2) * STRIDE);
  }

  /** The best place of a smoothed piece in the smoothed reference. */
  #about(piece: Float32Array): number | undefined {
    const products = this.#correlate(piece);
    const outside = Math.floor(piece.length * MOST_OUTSIDE);
    let best: number | undefined;
    let bestFit = -Infinity;
    for (let at = -outside; at <= this.#smooth.signal.length - piece.length + outside; at += 1) {
      const own = this.#smooth.at(at);
      const fit =
        own === undefined ? -Infinity : (products[at < 0 ? at + products.length : at] ?? 0) / Math.sqrt(own);
      if (fit > bestFit) [best, bestFit] = [at, fit];
    }
    return energyOf(piece) === 0 ? undefined : best;
  }

  #correlate(piece: Float32Array): Float64Array {
    const { re, im } = this.#spectrumOf(piece);
    const { re: ownRe, im: ownIm } = this.#spectrum;
    for (let at = 0; at < re.length; at += 1) {
      const a = ownRe[at] ?? 0;
      const b = ownIm[at] ?? 0;
      const c = re[at] ?? 0;
      const d = im[at] ?? 0;
      re[at] = a * c + b * d;
      im[at] = b * c - a * d;
    }
    this.#fft.inverse({ re, im });
    return re;
  }

  #spectrumOf(signal: Float32Array): Complex {
    const re = new Float64Array(this.#fft.size);
    const im = new Float64Array(this.#fft.size);
    re.set(signal);
    this.#fft.transform({ re, im });
    return { re, im };
  }
}

/** The best of these places. */
function bestPlace(reference: Energies, piece: Float32Array, from: number, to: number): Place | undefined {
  const energy = energyOf(piece);
  let best: Place | undefined;
  for (let at = from; at <= to; at += 1) {
    const own = reference.at(at);
    if (own === undefined || energy === 0) continue;
    const fit = reference.productWith(piece, at) / Math.sqrt(own * energy);
    if (fit > (best?.fit ?? -Infinity)) best = { at, fit };
  }
  return best;
}

/** A signal, and the energy of each part of it that is as long as a piece. */
class Energies {
  readonly signal: Float32Array;
  readonly #length: number;
  /** energy before each sample */
  readonly #before: Float64Array;
  readonly #least: number;

  constructor(signal: Float32Array, length: number) {
    this.signal = signal;
    this.#length = length;
    this.#before = new Float64Array(signal.length + 1);
    signal.forEach((value, at) => (this.#before[at + 1] = (this.#before[at] ?? 0) + value * value));
    let loudest = 0;
    for (let at = 0; at < signal.length; at += length) loudest = Math.max(loudest, this.#sum(at));
    this.#least = loudest * LEAST_ENERGY;
  }

  /** The energy of the part that begins here; undefined: too little to compare anything with it */
  at(place: number): number | undefined {
    const energy = this.#sum(place);
    return energy > this.#least ? energy : undefined;
  }

  productWith(piece: Float32Array, place: number): number {
    const end = Math.min(piece.length, this.signal.length - place);
    let product = 0;
    for (let at = Math.max(0, -place); at < end; at += 1)
      product += (piece[at] ?? 0) * (this.signal[place + at] ?? 0);
    return product;
  }

  #sum(place: number): number {
    return this.#until(place + this.#length) - this.#until(place);
  }

  #until(place: number): number {
    return this.#before[Math.min(Math.max(place, 0), this.signal.length)] ?? 0;
  }
}

/** Every {@link STRIDE}th sample, without most of what these cannot have. */
function smoothed(signal: Float32Array): Float32Array {
  const output = new Float32Array(Math.floor(signal.length / STRIDE));
  for (let at = 0; at < output.length; at += 1) {
    let sum = 0;
    for (let offset = 0; offset < 2 * STRIDE; offset += 1)
      sum += signal[at * STRIDE + offset - STRIDE / 2] ?? 0;
    output[at] = sum;
  }
  return output;
}

function energyOf(signal: Float32Array): number {
  let energy = 0;
  for (const value of signal) energy += value * value;
  return energy;
}

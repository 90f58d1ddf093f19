// ESTOI after J. Jensen and C. H. Taal, "An algorithm for predicting the intelligibility of speech masked by modulated noise
// maskers", IEEE/ACM Transactions on Audio, Speech, and Language Processing 24(11), 2016.
import { Fft } from "./fft.js";

/** The rate at which ESTOI listens, Hz. */
export const ESTOI_RATE = 10_000;

const FRAME = 256;
const HOP = FRAME / 2;
const FFT_SIZE = 512;
const BANDS = 15;
const LOWEST_BAND_HZ = 150;
/** 384 ms */
const SEGMENT = 30;
/** Frames of the clean signal that are so much softer than its loudest one are silence. */
const SILENCE_DB = 40;
/** Keeps the quotients of silent bands finite. */
const EPSILON = 1e-12;

const fft = new Fft(FFT_SIZE);
const hann = Float64Array.from(
  { length: FRAME },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 1)) / (FRAME + 1)),
);
const bandEdges = edgesOfBands();

/**
 * How intelligible a heard signal is against the clean one that it lies on, 1 for equal signals and about 0 for unrelated ones; the
 * loudness of neither matters.
 * @param clean at {@link ESTOI_RATE}
 * @param heard at {@link ESTOI_RATE}, beginning with the same instant
 * @returns undefined when the clean signal has less than 0.4 s of sound
 */
export function estoi(clean: Float32Array, heard: Float32Array): number | undefined {
  const [cleanSound, heardSound] = withoutSilence(clean, heard);
  const cleanBands = bandsOf(cleanSound);
  const heardBands = bandsOf(heardSound);
  const segments = cleanBands.length / BANDS - SEGMENT + 1;
  if (segments < 1) return undefined;
  const left = new Float64Array(SEGMENT * BANDS);
  const right = new Float64Array(SEGMENT * BANDS);
  let sum = 0;
  for (let from = 0; from < segments; from += 1) {
    normalizeInto(left, cleanBands, from);
    normalizeInto(right, heardBands, from);
    for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  }
  return sum / SEGMENT / segments;
}

/** Leaves the silent frames of the clean signal out of both, and adds the others up again. */
function withoutSilence(clean: Float32Array, heard: Float32Array): [Float64Array, Float64Array] {
  const length = Math.min(clean.length, heard.length);
  const starts = startsOfFrames(length);
  const levels = starts.map((start) => levelOf(clean, start));
  const least = Math.max(...levels) - SILENCE_DB;
  const kept = starts.filter((_, at) => (levels[at] ?? 0) > least);
  return [addedUp(clean, kept), addedUp(heard, kept)];
}

function startsOfFrames(length: number): number[] {
  const count = Math.max(0, Math.floor((length - FRAME) / HOP) + 1);
  return Array.from({ length: count }, (_, at) => at * HOP);
}

function levelOf(signal: Float32Array, start: number): number {
  let energy = 0;
  for (let at = 0; at < FRAME; at += 1) energy += ((signal[start + at] ?? 0) * (hann[at] ?? 0)) ** 2;
  return 10 * Math.log10(energy + EPSILON);
}

function addedUp(signal: Float32Array, starts: readonly number[]): Float64Array {
  const sum = new Float64Array(starts.length === 0 ? 0 : (starts.length - 1) * HOP + FRAME);
  starts.forEach((start, frame) => {
    for (let at = 0; at < FRAME; at += 1) {
      const place = frame * HOP + at;
      sum[place] = (sum[place] ?? 0) + (signal[start + at] ?? 0) * (hann[at] ?? 0);
    }
  });
  return sum;
}

/** The magnitudes of the bands of each frame, one frame after the other. */
function bandsOf(signal: Float64Array): Float64Array {
  const starts = startsOfFrames(signal.length);
  const bands = new Float64Array(starts.length * BANDS);
  const re = new Float64Array(FFT_SIZE);
  const im = new Float64Array(FFT_SIZE);
  starts.forEach((start, frame) => {
    re.fill(0);
    im.fill(0);
    for (let at = 0; at < FRAME; at += 1) re[at] = (signal[start + at] ?? 0) * (hann[at] ?? 0);
    fft.transform({ re, im });
    bandEdges.forEach(([low, high], band) => {
      let energy = 0;
      for (let bin = low; bin < high; bin += 1) energy += (re[bin] ?? 0) ** 2 + (im[bin] ?? 0) ** 2;
      bands[frame * BANDS + band] = Math.sqrt(energy);
    });
  });
  return bands;
}

/** First bin of each band, and the bin after its last. */
function edgesOfBands(): [number, number][] {
  const binOf = (hz: number): number => Math.round((hz * FFT_SIZE) / ESTOI_RATE);
  return Array.from({ length: BANDS }, (_, band) => {
    const centre = LOWEST_BAND_HZ * 2 ** (band / 3);
    return [binOf(centre * 2 ** (-1 / 6)), binOf(centre * 2 ** (1 / 6))];
  });
}

/** A segment: each band without its mean over time and with length one, then each frame likewise over the bands. */
function normalizeInto(segment: Float64Array, bands: Float64Array, from: number): void {
  segment.set(bands.subarray(from * BANDS, (from + SEGMENT) * BANDS));
  for (let band = 0; band < BANDS; band += 1) normalize(segment, band, BANDS, SEGMENT);
  for (let frame = 0; frame < SEGMENT; frame += 1) normalize(segment, frame * BANDS, 1, BANDS);
}

/** Takes the mean from values that lie `step` apart, and gives them length one. */
function normalize(values: Float64Array, first: number, step: number, count: number): void {
  const end = first + step * count;
  let mean = 0;
  for (let at = first; at < end; at += step) mean += (values[at] ?? 0) / count;
  let energy = 0;
  for (let at = first; at < end; at += step) energy += ((values[at] ?? 0) - mean) ** 2;
  const length = Math.sqrt(energy) + EPSILON;
  for (let at = first; at < end; at += step) values[at] = ((values[at] ?? 0) - mean) / length;
}

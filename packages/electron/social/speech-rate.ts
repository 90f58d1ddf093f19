/** Of the sound of calls, Hz. */
const RATE = 48_000;
/** Enough for speech, Hz. */
export const TAP_RATE = 16_000;
const STEP = RATE / TAP_RATE;
/** Samples that one output sample is made from. */
const TAPS = 48;
/** Above this nothing is left that would fold back, Hz. */
const CUT_OFF = 7000;

/** Makes 16 kHz mono of 48 kHz stereo, block by block. */
export class SpeechRate {
  /** The end of the block before, mono. */
  #before = new Float32Array(TAPS);

  /** @param stereo interleaved; 48 kHz, a multiple of three samples per channel */
  convert(stereo: Int16Array): Int16Array {
    const count = stereo.length / 2;
    const mono = new Float32Array(TAPS + count);
    mono.set(this.#before);
    for (let at = 0; at < count; at += 1)
      mono[TAPS + at] = ((stereo[2 * at] ?? 0) + (stereo[2 * at + 1] ?? 0)) / 2;
    this.#before = mono.slice(-TAPS);
    return Int16Array.from({ length: Math.floor(count / STEP) }, (_, at) => filtered(mono, at * STEP));
  }
}

function filtered(mono: Float32Array, from: number): number {
  let sum = 0;
  KERNEL.forEach((weight, at) => (sum += weight * (mono[from + at] ?? 0)));
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

/** A low-pass: a sinc in a Hamming window, whose sum is 1. */
const KERNEL: readonly number[] = (() => {
  const raw = Array.from({ length: TAPS }, (_, at) => {
    const x = at - (TAPS - 1) / 2;
    const phase = (2 * Math.PI * CUT_OFF * x) / RATE;
    return (Math.sin(phase) / phase) * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (TAPS - 1)));
  });
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
})();

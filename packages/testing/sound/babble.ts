import type { Random } from "./random.js";
import type { Samples } from "./wav.js";

const RATE = 48_000;
const SYLLABLE_SECONDS = 0.2;
const HARMONICS = 48;
const LOUDNESS = 0.35;

/**
 * Sound that is made like speech: syllables of a voice whose pitch and vowel change. Measures of intelligibility and encoders for
 * speech treat it as such, and no two seconds of it are alike.
 */
export function babble(seconds: number, random: Random): Samples {
  const data = new Float32Array(Math.round(seconds * RATE));
  const length = Math.round(SYLLABLE_SECONDS * RATE);
  let phase = 0;
  for (let from = 0; from < data.length; from += length) {
    const pitch = 95 + 90 * random();
    const vowel = [300 + 500 * random(), 900 + 1500 * random(), 2500 + 900 * random()];
    const weights = Array.from({ length: HARMONICS }, (_, index) => weightOf((index + 1) * pitch, vowel));
    const gain = (LOUDNESS * (0.4 + 0.6 * random())) / Math.max(0.1, sumOf(weights));
    for (let at = 0; at < length && from + at < data.length; at += 1) {
      phase += (2 * Math.PI * pitch * (1 + (0.1 * at) / length)) / RATE;
      let value = 0;
      weights.forEach((weight, index) => (value += weight * Math.sin((index + 1) * phase)));
      data[from + at] = gain * value * Math.sin((Math.PI * at) / length) ** 2;
    }
  }
  return { sampleRate: RATE, data };
}

/** Loud near the resonances of a vowel, and never silent: what is silent is not intelligible. @param hz of a harmonic */
function weightOf(hz: number, vowel: readonly number[]): number {
  const resonances = vowel.map((center, index) => Math.exp(-(((hz - center) / 250) ** 2)) / (1 + index));
  return 0.25 / (1 + hz / 1500) + sumOf(resonances);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

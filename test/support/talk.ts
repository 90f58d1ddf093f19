const RATE = 48_000;
/** Syllables in a second. */
const PACE = 4;
/** Formants of an open vowel, Hz, and how wide they are. */
const FORMANTS = [
  [700, 130],
  [1220, 160],
  [2600, 250],
] as const;
const HARMONICS = 30;

/** How loud a harmonic is in front of the formants. */
function weight(frequency: number): number {
  const resonance = FORMANTS.map(([at, width]) => 1 / (1 + ((frequency - at) / width) ** 2));
  return resonance.reduce((sum, each) => sum + each, 0.02);
}

/**
 * Something like speech, mono, 48 kHz: a voice whose pitch falls, in syllables with gaps between them.
 * @param pitch of the voice at the beginning, Hz
 */
export function talk(ms: number, pitch = 140, amplitude = 9000): Int16Array {
  const count = (ms * RATE) / 1000;
  const out = new Int16Array(count);
  let phase = 0;
  for (let at = 0; at < count; at += 1) {
    const seconds = at / RATE;
    const frequency = pitch * (1 - 0.15 * (at / count));
    phase += (2 * Math.PI * frequency) / RATE;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * PACE * seconds - 0.3)) ** 0.5;
    out[at] = Math.round(amplitude * syllable * voice(phase, frequency));
  }
  return out;
}

/** One sample of the voice, ±1. */
function voice(phase: number, frequency: number): number {
  let sum = 0;
  let all = 0;
  for (let harmonic = 1; harmonic <= HARMONICS; harmonic += 1) {
    const loudness = weight(harmonic * frequency) / harmonic ** 0.5;
    sum += loudness * Math.sin(harmonic * phase);
    all += loudness;
  }
  return sum / all;
}

/** Silence, mono, 48 kHz. */
export function silence(ms: number): Int16Array {
  return new Int16Array((ms * RATE) / 1000);
}

/** One behind the other. */
export function joined(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

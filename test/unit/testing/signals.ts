import { readFileSync } from "node:fs";
import { readWav } from "../../../packages/testing/sound/wav.js";
import { resample } from "../../../packages/testing/listening/resample.js";

/** Ten seconds of speech at 10 kHz. */
export function speech(): Float32Array {
  const { sampleRate, data } = readWav(
    readFileSync(new URL("../../../examples/demo/speech.wav", import.meta.url)),
  );
  return resample(data, sampleRate, 10_000);
}

/** Gaussian noise, the same for the same seed. */
export function noise(length: number, seed: number): Float32Array {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return Float32Array.from(
    { length },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

/** Noise with the long-term spectrum of a signal: a sum of copies of it, shifted and turned over at random. */
export function shapedNoise(signal: Float32Array, seed: number): Float32Array {
  const shifts = noise(64, seed);
  return signal.map((_, at) =>
    shifts.reduce((sum, shift) => {
      const from = (at + Math.floor(Math.abs(shift) * signal.length)) % signal.length;
      return sum + Math.sign(shift) * (signal[from] ?? 0);
    }, 0),
  );
}

/** A signal with noise added at a ratio of the energies of both, dB. */
export function atSnr(signal: Float32Array, added: Float32Array, db: number): Float32Array {
  const gain = Math.sqrt(energyOf(signal) / energyOf(added) / 10 ** (db / 10));
  return signal.map((value, at) => value + gain * (added[at] ?? 0));
}

export function energyOf(signal: Float32Array): number {
  return signal.reduce((sum, value) => sum + value * value, 0);
}

export function sine(length: number, hz: number, sampleRate: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => 0.3 * Math.sin((2 * Math.PI * hz * at) / sampleRate));
}

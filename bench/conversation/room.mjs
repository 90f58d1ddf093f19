// A loudspeaker and a microphone in the same room.
import { between } from "./random.mjs";
import { RATE, samplesOf } from "./sound.mjs";

/** Reflections a second in the tail: more cannot be told apart. */
const DENSITY = 2000;
const EARLY = 5;

/**
 * Taps of an impulse response: the direct sound, early reflections, and a tail that loses 60 dB in 150 to 500 ms and has 2 dB more to 8 dB
 * less power than the direct sound.
 * @returns { at (samples), gain }[]
 */
export function roomOf(random) {
  const length = between(random, 0.15, 0.5);
  const taps = [{ at: 0, gain: 1 }];
  for (let count = 0; count < EARLY; count += 1)
    taps.push({ at: samplesOf(between(random, 2, 20)), gain: between(random, -0.4, 0.4) });
  return [...taps, ...tailOf(random, length, between(random, -2, 8))];
}

function tailOf(random, length, underDirectDb) {
  const taps = [];
  for (let count = 0; count < DENSITY * length * 0.8; count += 1) {
    const seconds = between(random, 0.002, length * 0.8);
    const gain = 10 ** ((-3 * seconds) / length) * (random() < 0.5 ? -1 : 1);
    taps.push({ at: Math.round(seconds * RATE), gain });
  }
  const power = taps.reduce((sum, { gain }) => sum + gain * gain, 0);
  const scale = Math.sqrt(10 ** (-underDirectDb / 10) / power);
  return taps.map(({ at, gain }) => ({ at, gain: gain * scale }));
}

/** What a microphone hears of a small loudspeaker that plays these samples. */
export function heardInRoom(samples, taps) {
  const out = new Float32Array(samples.length);
  for (const { at: delay, gain } of taps)
    for (let at = delay; at < out.length; at += 1) out[at] += gain * samples[at - delay];
  return smallLoudspeaker(out);
}

/** 150 Hz to 7 kHz, with soft edges. */
function smallLoudspeaker(samples) {
  const bass = 1 - Math.exp((-2 * Math.PI * 150) / RATE);
  const treble = 1 - Math.exp((-2 * Math.PI * 7000) / RATE);
  let low = 0;
  let high = 0;
  return samples.map((sample) => {
    low += bass * (sample - low);
    high += treble * (sample - low - high);
    return high;
  });
}

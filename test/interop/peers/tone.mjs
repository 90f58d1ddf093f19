const RATE = 48_000;

/** One 20 ms stereo block of a sine wave, 16 bit, from block `at` on. */
export function toneBlock(frequency, at) {
  const samples = new Int16Array(960 * 2);
  for (let sample = 0; sample < 960; sample += 1) {
    const value = Math.round(8000 * Math.sin((2 * Math.PI * frequency * (at * 960 + sample)) / RATE));
    samples[sample * 2] = value;
    samples[sample * 2 + 1] = value;
  }
  return samples;
}

/** Share of an interleaved stereo block's energy that lies at a frequency (Goertzel), 0 to 1. */
export function toneShare(block, frequency) {
  const samples = block.length >> 1;
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / RATE);
  let [before, now, energy] = [0, 0, 0];
  for (let at = 0; at < samples; at += 1) {
    const value = block[at * 2];
    energy += value * value;
    [before, now] = [now, value + factor * now - before];
  }
  const power = now * now + before * before - factor * now * before;
  return energy === 0 ? 0 : (2 * power) / (samples * energy);
}

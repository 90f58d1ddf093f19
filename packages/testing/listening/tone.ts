/**
 * The share of the energy of a block that is at a frequency (Goertzel), 0 to 1; 0 for silence.
 * @param block samples of one channel
 */
export function toneShare(block: Float32Array, hz: number, sampleRate: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / sampleRate);
  let before = 0;
  let now = 0;
  let energy = 0;
  for (const value of block) {
    energy += value * value;
    [before, now] = [now, value + factor * now - before];
  }
  const power = now * now + before * before - factor * now * before;
  return energy === 0 ? 0 : Math.min(1, (2 * power) / (block.length * energy));
}

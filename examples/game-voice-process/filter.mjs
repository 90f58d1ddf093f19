// Runs in the voice process of main.mjs: makes what the others say quieter.
export function received(userId, samples) {
  for (let at = 0; at < samples.length; at += 1) samples[at] /= 2;
}

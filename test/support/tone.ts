const RATE = 48_000;

/** `samples` mono samples of a sine wave, 48 kHz, from sample `start` on. */
export function tone(frequency: number, samples: number, start = 0, amplitude = 8000): Int16Array {
  const step = (2 * Math.PI * frequency) / RATE;
  return Int16Array.from({ length: samples }, (_, at) =>
    Math.round(amplitude * Math.sin((start + at) * step)),
  );
}

/**
 * Share of a block's energy at a frequency (Goertzel), 0 to 1.
 * @param block interleaved stereo, 48 kHz; only the left channel is used
 */
export function toneShare(block: Int16Array, frequency: number): number {
  const samples = Math.floor(block.length / 2);
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / RATE);
  let before = 0;
  let now = 0;
  let energy = 0;
  for (let at = 0; at < samples; at += 1) {
    const value = block[at * 2] ?? 0;
    energy += value * value;
    [before, now] = [now, value + factor * now - before];
  }
  const power = now * now + before * before - factor * now * before;
  return energy === 0 ? 0 : (2 * power) / (samples * energy);
}

/** Pushes a tone into a call in real time until stopped; 100 ms ahead, so that it never runs dry. */
export function hum(push: (samples: Int16Array) => number, frequency: number): { stop(): void } {
  let sent = 0;
  const timer = setInterval(() => {
    for (let at = 0; at < 10; at += 1) {
      const taken = push(tone(frequency, 960, sent));
      sent += taken;
      if (taken < 960) return;
    }
  }, 50);
  return { stop: () => clearInterval(timer) };
}

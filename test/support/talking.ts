const RATE = 48_000;
const HARMONICS = 20;

/** Pushes samples into a call in real time, 100 ms ahead, and again from their beginning, until stopped. */
export function repeat(push: (samples: Int16Array) => number, samples: Int16Array): { stop(): void } {
  const block = RATE / 50;
  let at = 0;
  const timer = setInterval(() => {
    for (let left = 10; left > 0; left -= 1) {
      const taken = push(samples.subarray(at, at + block));
      at = (at + taken) % samples.length;
      if (taken < block) return;
    }
  }, 50);
  return { stop: () => clearInterval(timer) };
}

/**
 * Samples that stand for somebody who talks, one channel at 48 kHz: syllables of changing pitch and colour, some of which hiss, with
 * pauses between them. The same seed says the same.
 */
export function talking(seconds: number, seed = 1): Int16Array {
  let state = seed;
  const even = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  const samples = new Int16Array(seconds * RATE);
  for (let at = 0; at < samples.length;) {
    const length = Math.round((0.12 + 0.18 * even()) * RATE);
    const isPause = even() < 0.25;
    const pitch = 100 + 90 * even();
    const hiss = even() < 0.3 ? 0.3 : 0.02;
    const weights = Array.from({ length: HARMONICS }, (_, harmonic) => even() / (1 + harmonic / 4));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (let i = 0; i < length && at < samples.length; i += 1, at += 1) {
      if (isPause) continue;
      const turn = (2 * Math.PI * pitch * i) / RATE;
      const voice = weights.reduce(
        (all, weight, harmonic) => all + weight * Math.sin((harmonic + 1) * turn),
        0,
      );
      const noise = hiss * (2 * even() - 1);
      samples[at] = 16_000 * Math.sin((Math.PI * i) / length) * (voice / sum + noise);
    }
  }
  return samples;
}

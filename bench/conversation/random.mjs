// Chance that the same seed repeats.

/** 32 bits of state (mulberry32). @returns numbers in [0, 1) */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const between = (random, least, most) => least + (most - least) * random();
export const pick = (random, list) => list[Math.floor(random() * list.length)];

/** A normal number of mean 0 and deviation 1. */
export const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const MEDIAN_PAUSE_MS = 450;
const UPPER_PAUSE_MS = 1100; // 90th percentile
const SPREAD = Math.log(UPPER_PAUSE_MS / MEDIAN_PAUSE_MS) / 1.2816;

/** The length of a pause within a sentence: log-normal, 200 to 2,000 ms. */
export function pauseMs(random) {
  for (;;) {
    const ms = MEDIAN_PAUSE_MS * Math.exp(SPREAD * normal(random));
    if (ms >= 200 && ms <= 2000) return ms;
  }
}

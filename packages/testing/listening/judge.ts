import { ESTOI_RATE } from "./estoi.js";
import { Resampler, resample } from "./resample.js";
import { Scorer } from "./score.js";
import { toneShare } from "./tone.js";

/** The part of the wanted sound that has been heard so far. */
export interface Verdict {
  readonly seconds: number;
  /** of a file: mean intelligibility of all that was compared; undefined: nothing could be */
  readonly estoi?: number | undefined;
}

/** Listens for something in the sound of one speaker. */
export interface Judge {
  /** @param block samples of one channel, 48 kHz */
  push(block: Float32Array): void;
  readonly verdict: Verdict;
}

/** The rate of received sound, Hz. */
export const HEARD_RATE = 48_000;
/** A tenth of a second tells two tones apart that are 20 Hz from each other. */
const TONE_BLOCK = HEARD_RATE / 10;
const LEAST_TONE_SHARE = 0.5;
/** −50 dBFS */
const LEAST_PEAK = 0.003;

/** Counts the tenths of a second that are mostly a tone. */
export function toneJudge(hz: number): Judge {
  let rest = new Float32Array(0);
  let heard = 0;
  return {
    push: (block) => {
      const joined = new Float32Array(rest.length + block.length);
      joined.set(rest);
      joined.set(block, rest.length);
      let at = 0;
      for (; at + TONE_BLOCK <= joined.length; at += TONE_BLOCK)
        if (toneShare(joined.subarray(at, at + TONE_BLOCK), hz, HEARD_RATE) >= LEAST_TONE_SHARE)
          heard += TONE_BLOCK;
      rest = joined.slice(at);
    },
    get verdict() {
      return { seconds: heard / HEARD_RATE };
    },
  };
}

/** Finds each second at its place in a file. @param leastEstoi of a second that counts */
export function fileJudge(samples: Float32Array, sampleRate: number, leastEstoi: number): Judge {
  const scorer = new Scorer(resample(samples, sampleRate, ESTOI_RATE), leastEstoi);
  const resampler = new Resampler(HEARD_RATE, ESTOI_RATE);
  return {
    push: (block) => scorer.push(resampler.push(block)),
    get verdict() {
      return scorer.score;
    },
  };
}

/** Counts all that is louder than −50 dBFS. */
export function soundJudge(): Judge {
  let heard = 0;
  return {
    push: (block) => {
      if (isSound(peakOf(block))) heard += block.length;
    },
    get verdict() {
      return { seconds: heard / HEARD_RATE };
    },
  };
}

/** Whether a block with this peak is louder than −50 dBFS. */
export function isSound(peak: number): boolean {
  return peak >= LEAST_PEAK;
}

export function peakOf(block: Float32Array): number {
  let peak = 0;
  for (const value of block) peak = Math.max(peak, Math.abs(value));
  return peak;
}

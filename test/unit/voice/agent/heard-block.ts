import type { HeardBlock } from "../../../../lib/native/index.js";

/** 20 ms of silence at 16 kHz, except for what is given. */
export function heardBlock(given: Partial<HeardBlock> = {}): HeardBlock {
  return {
    userId: 1n,
    timestamp: 0,
    rate: 16_000,
    speechBegan: undefined,
    isSilent: false,
    isConcealed: false,
    isOwnEcho: false,
    lost: 0,
    levels: [-20, -40],
    probabilities: [0.2, 0.9],
    samples: new Int16Array(320),
    ...given,
  };
}

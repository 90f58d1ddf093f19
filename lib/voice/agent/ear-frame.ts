import type { HeardBlock } from "../../native/index.js";

/** Sound of one speaker: mono, 16 bit, 10 or 20 ms. */
export interface EarFrame {
  /** the speaker: the owner of the packet's SSRC, and with end-to-end encryption of the key that opened it */
  userId: bigint;
  /**
   * When its first sample was spoken: 48 kHz ticks since the connection was joined, on the clock of all that it receives (see
   * `ReceivedAudio.timestamp`). It rises from frame to frame of a user, also over pauses
   */
  timestamp: number;
  /** Hz */
  rate: 16000 | 24000;
  /** 16 bit, as speech recognizers take it; valid as long as it is kept */
  samples: Int16Array;
  /** dBFS, -100 to 0 */
  levelDbfs: number;
  /** that there is a voice in it, 0 to 1 */
  voiceProbability: number;
  /** the user's turn is on: they speak, or pause and may go on */
  isInTurn: boolean;
  /** a packet was lost, and its sound is made up */
  isConcealed: boolean;
  /**
   * It is what the agent itself says, or plays, come back through the speaker's loudspeaker and microphone, and nobody speaks louder over it.
   * It begins no turn and interrupts nothing. The first quarter of a second of the first echo of a user may not be marked: its delay is not
   * known yet
   */
  isOwnEcho: boolean;
}

const TICKS_OF_HALF = 480;

/** @internal The frames of a block: one of 20 ms, or two of 10 ms. */
export function framesOf(block: HeardBlock, frameMs: 10 | 20): EarFrame[] {
  const { userId, timestamp, rate, samples, levels, probabilities, isConcealed, isOwnEcho } = block;
  const isInTurn = block.speechBegan !== undefined;
  const part = (at: number, part: Int16Array, levelDbfs: number, voiceProbability: number): EarFrame => ({
    userId,
    timestamp: timestamp + at * TICKS_OF_HALF,
    rate,
    samples: part,
    levelDbfs,
    voiceProbability,
    isInTurn,
    isConcealed,
    isOwnEcho,
  });
  if (frameMs === 20) return [part(0, samples, powerMean(levels), Math.max(...probabilities))];
  const half = samples.length / 2;
  return [
    part(0, samples.subarray(0, half), levels[0], probabilities[0]),
    part(1, samples.subarray(half), levels[1], probabilities[1]),
  ];
}

/** The level of both halves together. */
function powerMean([first, second]: readonly [number, number]): number {
  return 10 * Math.log10((10 ** (first / 10) + 10 ** (second / 10)) / 2);
}

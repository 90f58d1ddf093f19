import type { EarRate } from "./listening.js";

/** 20 ms of one user as an agent hears them, mono. */
export interface HeardBlock {
  userId: bigint;
  /** of its first sample, on the clock of what is received: 48 kHz ticks */
  timestamp: number;
  rate: EarRate;
  /** where the turn that is on began, on the same clock; undefined: none is on */
  speechBegan: number | undefined;
  /** no packet was behind it */
  isSilent: boolean;
  /** a packet was lost, and the sound is made up */
  isConcealed: boolean;
  /** what the session itself sends, come back from a loudspeaker */
  isOwnEcho: boolean;
  /** blocks of this user that were lost in front of it, since JavaScript was late */
  lost: number;
  /** of each 10 ms, dBFS, -100 to 0 */
  levels: readonly [number, number];
  /** that there is a voice in each 10 ms, 0 to 1 */
  probabilities: readonly [number, number];
  /** a view of the batch */
  samples: Int16Array;
}

/** In the order of the addon. */
const KINDS = ["speechStart", "pause", "resume", "endOfTurn", "missedDeadline"] as const;

/** The kinds of moments of a turn; "missedDeadline": the detector did not say anything of the pause at `timestamp` in time. */
export type TurnKind = (typeof KINDS)[number];

/** A moment of the turn of one user. */
export interface HeardTurn {
  kind: TurnKind;
  userId: bigint;
  /** of the sound with which it was decided, 48 kHz ticks */
  timestamp: number;
  /** of the turn, on the same clock */
  speechBegan: number;
  /** of its last speech, on the same clock; 0 at the start of a turn */
  speechEnded: number;
  /** when the media thread found it, on the same clock */
  decided: number;
  /** the same in milliseconds of `mediaTime` */
  decidedAtMs: number;
  silenceMs: number;
  /** that the turn is over, or at "speechStart" and "resume" that somebody speaks, 0 to 1 */
  probability: number;
  /** dB/s over the last words */
  energySlope: number;
  /** at the end of the last words; 0 without pitch */
  pitchHz: number;
  /** semitones/s over the last words */
  pitchSlope: number;
}

/** The receiver of all that {@link readEars} reads. */
export interface EarReader {
  block(block: HeardBlock): void;
  turn(turn: HeardTurn): void;
}

const EAR = 3;
const TURN = 4;

/** As in `received.ts`. */
const LENGTH_WORDS = 2;
const HEAD_WORDS = 8;
const WORD_BYTES = 4;
const HIGH_WORD = 2 ** 32;
/** `EarRecord` and `TurnRecord` of native/core/session/listening/ear_record.h. */
const EAR_WORDS = 10;
const IN_TURN = 1;
const SILENT = 2;
const CONCEALED = 4;
const OWN_ECHO = 8;
const NS_PER_MS = 1e6;

/** Hands over the frames and turns of a batch of `takeReceived`, oldest first; all else is left out. */
export function readEars(batch: ArrayBuffer, reader: EarReader): void {
  const words = new Uint32Array(batch);
  const values = new Float32Array(batch);
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 0; at < words.length; at += LENGTH_WORDS + wordsOf(word(at))) {
    const head = at + LENGTH_WORDS;
    const format = word(head + 1) & 0xff;
    if (format === EAR) reader.block(blockAt(batch, words, values, head));
    else if (format === TURN) reader.turn(turnAt(words, values, head));
  }
}

function blockAt(batch: ArrayBuffer, words: Uint32Array, values: Float32Array, head: number): HeardBlock {
  const body = head + HEAD_WORDS;
  const shape = words[body + 9] ?? 0;
  const flags = (shape >>> 16) & 0xff;
  const samplesAt = (body + EAR_WORDS) * WORD_BYTES;
  const bytes = (words[head + 3] ?? 0) - EAR_WORDS * WORD_BYTES;
  return {
    userId: idAt(words, body),
    timestamp: longAt(words, head + 4),
    rate: (shape & 0xffff) === 24_000 ? 24_000 : 16_000,
    speechBegan: (flags & IN_TURN) === 0 ? undefined : longAt(words, body + 2),
    isSilent: (flags & SILENT) !== 0,
    isConcealed: (flags & CONCEALED) !== 0,
    isOwnEcho: (flags & OWN_ECHO) !== 0,
    lost: words[body + 8] ?? 0,
    levels: [values[body + 4] ?? 0, values[body + 5] ?? 0],
    probabilities: [values[body + 6] ?? 0, values[body + 7] ?? 0],
    samples: new Int16Array(batch, samplesAt, bytes / Int16Array.BYTES_PER_ELEMENT),
  };
}

function turnAt(words: Uint32Array, values: Float32Array, head: number): HeardTurn {
  const body = head + HEAD_WORDS;
  return {
    kind: KINDS[(words[body + 15] ?? 0) & 0xff] ?? "pause",
    userId: idAt(words, body),
    timestamp: longAt(words, head + 4),
    speechBegan: longAt(words, body + 2),
    speechEnded: longAt(words, body + 4),
    decided: longAt(words, body + 6),
    decidedAtMs: longAt(words, body + 8) / NS_PER_MS,
    silenceMs: values[body + 10] ?? 0,
    probability: values[body + 11] ?? 0,
    energySlope: values[body + 12] ?? 0,
    pitchHz: values[body + 13] ?? 0,
    pitchSlope: values[body + 14] ?? 0,
  };
}

function longAt(words: Uint32Array, at: number): number {
  return (words[at] ?? 0) + (words[at + 1] ?? 0) * HIGH_WORD;
}

function idAt(words: Uint32Array, at: number): bigint {
  return BigInt(words[at] ?? 0) | (BigInt(words[at + 1] ?? 0) << 32n);
}

function wordsOf(bytes: number): number {
  return ((bytes + 7) & ~7) / WORD_BYTES;
}

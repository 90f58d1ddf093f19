import type { HeardTurn } from "../../native/index.js";

/** The melody of the last words before a pause. */
export interface Prosody {
  /** how the loudness changes, dB/s; falls to the end of a sentence */
  energySlope: number;
  /** of the voice at the end, Hz; undefined without a clear pitch */
  pitchHz: number | undefined;
  /** how the pitch changes, semitones/s */
  pitchSlope: number;
}

/** A moment of a turn. Times are 48 kHz ticks on the clock of all that the connection receives. */
export interface TurnMoment {
  userId: bigint;
  /** of the sound with which it was found */
  at: number;
  /** when the media thread found it: later than `at` by the jitter buffer's delay */
  decidedAt: number;
  /** how much later JavaScript is told, milliseconds: long when its thread was blocked */
  lateMs: number;
  /** of the turn */
  speechBegan: number;
  /** from the beginning of the turn to its last speech so far, milliseconds */
  speechMs: number;
}

/** The moment in which a user begins to speak, or goes on behind a pause. */
export interface SpeechStart extends TurnMoment {
  /** that it is speech, 0–1 */
  probability: number;
}

/** A pause within a turn, which may be over: told every 100 ms. */
export interface TurnPause extends TurnMoment {
  /** since the last speech */
  silenceMs: number;
  /** that the turn is over, by the policy, 0–1 */
  probability: number;
  prosody: Prosody;
}

/** The end of a turn. */
export type EndOfTurn = TurnPause;

const TICKS_PER_MS = 48;

/** @internal */
export function momentOf(turn: HeardTurn, nowMs: number): TurnMoment {
  const { userId, timestamp, decided, decidedAtMs, speechBegan, speechEnded } = turn;
  return {
    userId,
    at: timestamp,
    decidedAt: decided,
    lateMs: Math.max(0, nowMs - decidedAtMs),
    speechBegan,
    speechMs: Math.max(0, (speechEnded || timestamp) - speechBegan) / TICKS_PER_MS,
  };
}

/** @internal */
export function startOf(turn: HeardTurn, nowMs: number): SpeechStart {
  return { ...momentOf(turn, nowMs), probability: turn.probability };
}

/** @internal */
export function pauseOf(turn: HeardTurn, nowMs: number): TurnPause {
  const { silenceMs, probability, energySlope, pitchHz, pitchSlope } = turn;
  return {
    ...momentOf(turn, nowMs),
    silenceMs,
    probability,
    prosody: { energySlope, pitchHz: pitchHz === 0 ? undefined : pitchHz, pitchSlope },
  };
}

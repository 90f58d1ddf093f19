import type { TurnVerdict } from "../../native/index.js";
import type { TurnPause } from "./turn-events.js";

/** A pause, for a detector. */
export interface TurnCandidate extends TurnPause {
  /** the last 8 s of the speaker, or fewer: 16 kHz, mono, 16 bit; an own copy */
  samples: Int16Array;
  /** aborted when the answer does not count any more: somebody speaks again, the turn is over, or the deadline is */
  signal: AbortSignal;
}

/**
 * A function that says whether the turn is over: true, false, or how probable it is, which `threshold` of the policy decides; undefined leaves it to the
 * policy.
 */
export type TurnDetector = (candidate: TurnCandidate) => TurnAnswer | Promise<TurnAnswer>;

/** The answer of a {@link TurnDetector}. */
export type TurnAnswer = boolean | number | undefined;

/** @internal @throws {TypeError} when a detector gave something else */
export function verdictOf(answer: TurnAnswer, threshold: number): TurnVerdict {
  if (answer === undefined) return "policy";
  if (typeof answer === "boolean") return answer ? "ends" : "goesOn";
  if (typeof answer === "number" && answer >= 0 && answer <= 1)
    return answer >= threshold ? "ends" : "goesOn";
  throw new TypeError(
    `a turn detector gives true, false, a probability from 0 to 1, or undefined; it gave ${String(answer)}`,
  );
}

import type { NativeTurnPolicy } from "../../native/index.js";
import { booleanArgument, functionArgument, numberArgument, objectArgument } from "../../protocol/index.js";
import { ArgumentRangeError } from "../../wire/index.js";
import type { TurnDetector } from "./turn-detector.js";

/**
 * The policy by which the turn of a speaker ends: between `minSilenceMs` and `maxSilenceMs` of silence, as soon as it is probable enough. People leave gaps of
 * 200–300 ms between turns, and pause as long within them: what is lower interrupts more often, what is higher answers later.
 */
export interface TurnPolicy {
  /** no turn ends before this silence, milliseconds, 0–10,000; default 150 */
  minSilenceMs?: number;
  /** after this silence every turn ends, whatever anybody says, milliseconds, from `minSilenceMs` to 10,000; default 2,000 */
  maxSilenceMs?: number;
  /** the probability with which a turn ends at `minSilenceMs`, 0–1; a later end takes more. Default 0.65 */
  threshold?: number;
  /** the voice probability from which a frame counts as speech, 0–1; default 0.5 */
  minProbability?: number;
  /** whether the melody and loudness of the last words count, or lengths only; default true */
  usesProsody?: boolean;
  /** says of each pause whether the turn is over, in place of `threshold` */
  detector?: TurnDetector;
  /** how long a detector may take, milliseconds, 10–5,000; default 100. Behind it `threshold` decides */
  detectorDeadlineMs?: number;
}

/** @internal */
export interface CheckedTurnPolicy {
  readonly native: NativeTurnPolicy;
  readonly detector: TurnDetector | undefined;
}

/** The point of the curves in bench/conversation/curves.md with a tenth of false cut-offs. */
const USUAL = { minSilenceMs: 150, maxSilenceMs: 2000, threshold: 0.65 };
const MOST_SILENCE_MS = 10_000;
const LEAST_DEADLINE_MS = 10;
const MOST_DEADLINE_MS = 5000;

/** @internal @throws {ArgumentError}, {@link ArgumentRangeError} */
export function turnPolicyArgument(name: string, policy: TurnPolicy): CheckedTurnPolicy {
  const {
    threshold = USUAL.threshold,
    minProbability = 0.5,
    usesProsody = true,
    detectorDeadlineMs = 100,
  } = objectArgument(name, policy);
  const detector =
    policy.detector === undefined ? undefined : functionArgument(`${name}.detector`, policy.detector);
  return {
    detector,
    native: {
      ...silences(name, policy),
      threshold: numberArgument(`${name}.threshold`, threshold, 0, 1),
      minProbability: numberArgument(`${name}.minProbability`, minProbability, 0, 1),
      usesProsody: booleanArgument(`${name}.usesProsody`, usesProsody),
      asksDetector: detector !== undefined,
      detectorDeadlineMs: numberArgument(
        `${name}.detectorDeadlineMs`,
        detectorDeadlineMs,
        LEAST_DEADLINE_MS,
        MOST_DEADLINE_MS,
      ),
    },
  };
}

/** The end of every turn is not before the earliest one. */
function silences(
  name: string,
  { minSilenceMs = USUAL.minSilenceMs, maxSilenceMs = USUAL.maxSilenceMs }: TurnPolicy,
): Pick<NativeTurnPolicy, "minSilenceMs" | "maxSilenceMs"> {
  const least = numberArgument(`${name}.minSilenceMs`, minSilenceMs, 0, MOST_SILENCE_MS);
  const most = numberArgument(`${name}.maxSilenceMs`, maxSilenceMs, 0, MOST_SILENCE_MS);
  if (most >= least) return { minSilenceMs: least, maxSilenceMs: most };
  throw new ArgumentRangeError(
    `${name}.maxSilenceMs`,
    `minSilenceMs (${String(least)}) to ${String(MOST_SILENCE_MS)}`,
    String(most),
  );
}

import {
  choiceArgument,
  idArgument,
  numberArgument,
  objectArgument,
  type IdLike,
} from "../../protocol/index.js";
import { ArgumentRangeError } from "../../wire/index.js";

/** When somebody who speaks over the agent interrupts it, and what happens then. */
export interface BargeInOptions {
  /** who may interrupt: up to 25 users, or (default) anyone */
  by?: "anyone" | IdLike | readonly IdLike[];
  /**
   * Speech that it takes, milliseconds, 0–10,000; default 300. Backchannels such as "mhm" are shorter; each of them stops an agent that
   * waits less.
   */
  minSpeechMs?: number;
  /** the probability of a voice, 0–1, from which a frame counts as speech; default 0.6 */
  minProbability?: number;
  /**
   * "stop" (default): nothing more is said; "duck": the agent is turned down until the other one has ended; "report": only the event
   * `bargeIn` tells of it
   */
  action?: "stop" | "duck" | "report";
  /** for "duck": decibels, -100–0; default -18 */
  duckBy?: number;
  /**
   * For "stop": when the other one spoke for a second at most, the agent goes on where it stopped after so many milliseconds of their
   * silence, unless the interruption was confirmed. 0–60,000; default 0: it does not go on. For "duck": the silence after which it is as
   * loud as before, however long they spoke; default 500.
   */
  resumeAfterMs?: number;
}

/** Options that were checked. */
export interface CheckedBargeIn extends Required<Omit<BargeInOptions, "by">> {
  readonly by: "anyone" | readonly bigint[];
}

const MOST_NAMED = 25;
const ACTIONS = ["stop", "duck", "report"] as const;

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option, as a part of `name` */
export function bargeInOptions(name: string, options: BargeInOptions): CheckedBargeIn {
  const { by = "anyone", minSpeechMs = 300, minProbability = 0.6 } = objectArgument(name, options);
  const { action = "stop", duckBy = -18, resumeAfterMs = 0 } = options;
  return {
    by: by === "anyone" ? by : namedArgument(`${name}.by`, by),
    minSpeechMs: numberArgument(`${name}.minSpeechMs`, minSpeechMs, 0, 10_000),
    minProbability: numberArgument(`${name}.minProbability`, minProbability, 0, 1),
    action: choiceArgument(`${name}.action`, action, ACTIONS),
    duckBy: numberArgument(`${name}.duckBy`, duckBy, -100, 0),
    resumeAfterMs: numberArgument(`${name}.resumeAfterMs`, resumeAfterMs, 0, 60_000),
  };
}

function namedArgument(name: string, by: IdLike | readonly IdLike[]): bigint[] {
  const named = isList(by) ? by : [by];
  if (named.length < 1 || named.length > MOST_NAMED)
    throw new ArgumentRangeError(name, `1 to ${String(MOST_NAMED)} users`, String(named.length));
  return named.map((id) => idArgument(name, id));
}

function isList(by: IdLike | readonly IdLike[]): by is readonly IdLike[] {
  return Array.isArray(by);
}

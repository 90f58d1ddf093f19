import type { EarRate } from "../../native/index.js";
import { booleanArgument, objectArgument, integerArgument } from "../../protocol/index.js";
import { ArgumentRangeError } from "../../wire/index.js";

/** The options of `VoiceAgent.listen`. */
export interface ListenOptions {
  /** of the frames, Hz: 16,000 (default), as speech recognizers like it, or 24,000 */
  rate?: 16000 | 24000;
  /** length of a frame, milliseconds: 20 (default) or 10 */
  frameMs?: 10 | 20;
  /** only the frames of turns: from {@link preRollMs} before somebody begins to speak to the end of the turn; default false */
  speechOnly?: boolean;
  /** with `speechOnly`: how much of what came before the speech comes with its beginning, milliseconds, 0–1,000; default 300 */
  preRollMs?: number;
}

/** @internal The options with their defaults. */
export interface CheckedListenOptions {
  readonly rate: EarRate;
  readonly frameMs: 10 | 20;
  readonly speechOnly: boolean;
  readonly preRollMs: number;
}

const MOST_PRE_ROLL_MS = 1000;

/** @internal @throws {ArgumentError}, {@link ArgumentRangeError} */
export function listenOptionsArgument(name: string, options: ListenOptions): CheckedListenOptions {
  const { rate = 16_000, frameMs = 20, speechOnly = false, preRollMs = 300 } = objectArgument(name, options);
  return {
    rate: oneOf(`${name}.rate`, rate, [16_000, 24_000] as const),
    frameMs: oneOf(`${name}.frameMs`, frameMs, [10, 20] as const),
    speechOnly: booleanArgument(`${name}.speechOnly`, speechOnly),
    preRollMs: integerArgument(`${name}.preRollMs`, preRollMs, 0, MOST_PRE_ROLL_MS),
  };
}

/** @throws {ArgumentRangeError} */
function oneOf<T extends number>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  throw new ArgumentRangeError(name, choices.join(" or "), String(value));
}

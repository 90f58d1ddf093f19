import { showType } from "../../protocol/index.js";
import {
  ArgumentError,
  ArgumentRangeError,
  isWebAddress,
  parseSnowflake,
  SMALLEST_MILLISECONDS,
} from "../../wire/index.js";
import { boundedText, integerArgument, textArgument, type IdLike } from "../argument.js";
import { ActivityGamePlatforms } from "../../enums/index.js";
import { inWords, type Check } from "./field.js";

type Lengths = readonly [min: number, max: number];

const ALL_PLATFORMS = Object.values(ActivityGamePlatforms).reduce((bits, bit) => bits | bit, 0);

/** A text with a length; "" counts as not set, as it does on the wire. */
export function textOf([min, max]: Lengths): Check<string, string> {
  return (name, value) => (value === "" ? value : boundedText(name, value, min, max));
}

/** An http or https address with a length; "" counts as not set. */
export function addressOf([min, max]: Lengths): Check<string, string> {
  return (name, value) => {
    const text = textArgument(name, value);
    if (text === "" || (isWebAddress(text) && text.length >= min && text.length <= max)) return text;
    throw new ArgumentRangeError(
      name,
      `an http or https address of ${String(min)} to ${String(max)} characters`,
      isWebAddress(text) ? String(text.length) : "another text",
    );
  };
}

/** A time: a bigint, a decimal string, or a number as `Date.now()` gives it. */
export type TimeLike = IdLike | number;

/** Unix milliseconds; small values are taken as seconds. JSON numbers limit the range. */
export const milliseconds: Check<bigint, TimeLike> = (name, value) => {
  const given = timeOf(name, value);
  const unixMs = given < BigInt(SMALLEST_MILLISECONDS) ? given * 1000n : given;
  if (unixMs <= BigInt(Number.MAX_SAFE_INTEGER)) return unixMs;
  throw new ArgumentRangeError(name, `at most ${String(Number.MAX_SAFE_INTEGER)}`, String(given));
};

function timeOf(name: string, value: TimeLike): bigint {
  if (typeof value === "number") return BigInt(integerArgument(name, value, 0, Number.MAX_SAFE_INTEGER));
  const time = typeof value === "bigint" || typeof value === "string" ? parseSnowflake(value) : undefined;
  if (time !== undefined) return time;
  throw new ArgumentError(
    name,
    "Unix milliseconds (a whole number, a bigint or a decimal string)",
    showType(value),
  );
}

/** Bits of `ActivityGamePlatforms`. */
export const platforms: Check<number, number> = inWords(
  (name, value: number) => integerArgument(name, value, 0, ALL_PLATFORMS),
  (bits) =>
    Object.entries(ActivityGamePlatforms)
      .filter(([, bit]) => (bits & bit) !== 0)
      .map(([name]) => name)
      .join(" | "),
);

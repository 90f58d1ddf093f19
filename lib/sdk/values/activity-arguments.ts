import { ArgumentRangeError, isWebAddress, SMALLEST_MILLISECONDS } from "../../wire/index.js";
import { boundedText, idArgument, integerArgument, textArgument, type IdLike } from "../argument.js";
import { ActivityGamePlatforms } from "../enums.js";

type Lengths = readonly [min: number, max: number];

const ALL_PLATFORMS = Object.values(ActivityGamePlatforms).reduce((bits, bit) => bits | bit, 0);

/** "" counts as left out, as it does on the wire. @throws {ArgumentError}, {@link ArgumentRangeError} */
export function textOrNothing(name: string, value: string, [min, max]: Lengths): string {
  return value === "" ? value : boundedText(name, value, min, max);
}

/** "" counts as left out. @throws {ArgumentError}, {@link ArgumentRangeError} outside the lengths or when no http address */
export function addressOrNothing(name: string, value: string, [min, max]: Lengths): string {
  const text = textArgument(name, value);
  if (text === "" || (isWebAddress(text) && text.length >= min && text.length <= max)) return text;
  throw new ArgumentRangeError(
    name,
    `an http or https address of ${String(min)} to ${String(max)} characters`,
    isWebAddress(text) ? String(text.length) : "another text",
  );
}

export function optionalText(name: string, value: string | undefined, lengths: Lengths): string | undefined {
  return value === undefined ? undefined : textOrNothing(name, value, lengths);
}

export function optionalAddress(
  name: string,
  value: string | undefined,
  lengths: Lengths,
): string | undefined {
  return value === undefined ? undefined : addressOrNothing(name, value, lengths);
}

/** Small values are taken as seconds. @throws {ArgumentError}, {@link ArgumentRangeError} above what JSON carries */
export function millisecondsArgument(name: string, value: IdLike): bigint {
  const given = idArgument(name, value);
  const unixMs = given < BigInt(SMALLEST_MILLISECONDS) ? given * 1000n : given;
  if (unixMs <= BigInt(Number.MAX_SAFE_INTEGER)) return unixMs;
  throw new ArgumentRangeError(name, `at most ${String(Number.MAX_SAFE_INTEGER)}`, String(given));
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} for bits that mean nothing */
export function platformsArgument(name: string, value: number): number {
  return integerArgument(name, value, 0, ALL_PLATFORMS);
}

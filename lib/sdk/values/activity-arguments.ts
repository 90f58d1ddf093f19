import { isWebAddress, SMALLEST_MILLISECONDS } from "../../wire/index.js";
import { boundedText, idArgument, integerArgument, textArgument, type IdLike } from "../argument.js";
import { ActivityGamePlatforms } from "../enums.js";

type Lengths = readonly [min: number, max: number];

const ALL_PLATFORMS = Object.values(ActivityGamePlatforms).reduce((bits, bit) => bits | bit, 0);

/** "" counts as left out, as it does on the wire. @throws {TypeError}, {@link RangeError} */
export function textOrNothing(name: string, value: string, [min, max]: Lengths): string {
  return value === "" ? value : boundedText(name, value, min, max);
}

/** "" counts as left out. @throws {TypeError}, {@link RangeError} outside the lengths or when no http address */
export function addressOrNothing(name: string, value: string, [min, max]: Lengths): string {
  const text = textArgument(name, value);
  if (text === "" || (isWebAddress(text) && text.length >= min && text.length <= max)) return text;
  throw new RangeError(
    `${name}: expected an http or https address of ${String(min)} to ${String(max)} characters, ` +
      `received ${isWebAddress(text) ? String(text.length) : "another text"}`,
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

/** Small values are taken as seconds. @throws {TypeError}, {@link RangeError} above what JSON carries */
export function millisecondsArgument(name: string, value: IdLike): bigint {
  const given = idArgument(name, value);
  const unixMs = given < BigInt(SMALLEST_MILLISECONDS) ? given * 1000n : given;
  if (unixMs <= BigInt(Number.MAX_SAFE_INTEGER)) return unixMs;
  throw new RangeError(
    `${name}: expected at most ${String(Number.MAX_SAFE_INTEGER)}, received ${String(given)}`,
  );
}

/** @throws {TypeError}, {@link RangeError} for bits that mean nothing */
export function platformsArgument(name: string, value: number): number {
  return integerArgument(name, value, 0, ALL_PLATFORMS);
}

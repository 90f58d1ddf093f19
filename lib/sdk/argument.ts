import { showType, textArgument } from "../protocol/index.js";
import { ArgumentError, ArgumentRangeError } from "../wire/index.js";

export {
  booleanArgument,
  fileArgument,
  functionArgument,
  idArgument,
  integerArgument,
  numberArgument,
  objectArgument,
  optionalArgument,
  samplesArgument,
  textArgument,
  type IdLike,
} from "../protocol/index.js";

/** @throws {ArgumentError} when not an AbortSignal */
export function signalArgument(name: string, value: AbortSignal): AbortSignal {
  if (value instanceof AbortSignal) return value;
  throw new ArgumentError(name, "an AbortSignal", showType(value));
}

/** @throws {ArgumentError} when not a string, {@link ArgumentRangeError} outside the lengths */
export function boundedText(name: string, value: string, min: number, max: number): string {
  const { length } = textArgument(name, value);
  if (length >= min && length <= max) return value;
  throw new ArgumentRangeError(name, `${String(min)} to ${String(max)} characters`, String(length));
}

/**
 * A token as it stands in a header: visible ASCII.
 * @throws {ArgumentError} when not a string, {@link ArgumentRangeError} when it has a prefix, a space or a line break; neither shows
 * the token
 */
export function tokenArgument(name: string, value: string): string {
  const prefix = /^(bearer|bot)\s/i.exec(textArgument(name, value))?.[1];
  if (prefix !== undefined)
    throw new ArgumentRangeError(name, `the token without the word "${prefix}" before it`, "both");
  if (/^[\x21-\x7e]*$/.test(value)) return value;
  const found = /[\r\n]/.test(value) ? "a line break" : /\s/.test(value) ? "a space" : "other characters";
  throw new ArgumentRangeError(name, "a token of visible ASCII characters; trim what a file holds", found);
}

/** @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value outside the enum */
export function enumArgument<V extends number>(name: string, enumType: Record<string, V>, value: V): V {
  const entries: [string, unknown][] = Object.entries(enumType);
  if (entries.some(([, number]) => number === value)) return value;
  const expected = `one of ${entries.map(([word, number]) => `${String(number)} (${word})`).join(", ")}`;
  if (typeof value === "number") throw new ArgumentRangeError(name, expected, String(value));
  throw new ArgumentError(name, expected, enumTextShown(value, Object.keys(enumType)));
}

/** Another text could be a secret: `updateToken` has an enumerator beside a token. */
function enumTextShown(value: unknown, words: readonly string[]): string {
  const isName = words.some((word) => word === value);
  return isName ? `the name "${String(value)}" in place of its number` : showType(value);
}

import { objectArgument, showType, textArgument } from "../protocol/index.js";
import { ArgumentError, ArgumentRangeError, METADATA_TOTAL_MAX } from "../wire/index.js";

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

/** Largest number of pairs in a map, and largest lengths of a key and a value in UTF-16 code units. */
export interface PairLimits {
  pairs: number;
  key: number;
  value: number;
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

/**
 * @returns a copy without a prototype
 * @throws {ArgumentError} for values that are not strings, {@link ArgumentRangeError} for too many or too long pairs
 */
export function pairsArgument(
  name: string,
  value: Record<string, string>,
  limits: PairLimits,
): Record<string, string> {
  const copy = Object.create(null) as Record<string, string>;
  const pairs = Object.entries(objectArgument(name, value));
  if (pairs.length > limits.pairs)
    throw new ArgumentRangeError(name, `at most ${String(limits.pairs)} keys`, String(pairs.length));
  for (const [key, text] of pairs)
    copy[boundedText(`${name}: a key`, key, 0, limits.key)] = boundedText(
      `${name}.${key}`,
      text,
      0,
      limits.value,
    );
  return copy;
}

/**
 * @returns a copy without a prototype
 * @throws {ArgumentError} for values that are not strings, {@link ArgumentRangeError} when it is too large
 */
export function metadataArgument(name: string, value: Record<string, string>): Record<string, string> {
  const copy = Object.create(null) as Record<string, string>;
  let total = 0;
  for (const [key, text] of Object.entries(objectArgument(name, value))) {
    copy[key] = textArgument(`${name}.${key}`, text);
    total += key.length + text.length;
  }
  if (total <= METADATA_TOTAL_MAX) return copy;
  throw new ArgumentRangeError(
    name,
    `at most ${String(METADATA_TOTAL_MAX)} characters in total`,
    String(total),
  );
}

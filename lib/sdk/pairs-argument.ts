import { ArgumentRangeError, METADATA_TOTAL_MAX } from "../wire/index.js";
import { boundedText, objectArgument, textArgument } from "./argument.js";

/** Largest number of pairs in a map, and largest lengths of a key and a value in UTF-16 code units. */
export interface PairLimits {
  pairs: number;
  key: number;
  value: number;
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

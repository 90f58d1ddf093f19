import { METADATA_TOTAL_MAX, parseSnowflake } from "../wire/index.js";

/** A 64-bit id, as an argument: a bigint or a decimal string. */
export type IdLike = bigint | string;

/** @throws {TypeError} naming what was expected and what came */
export function idArgument(name: string, value: IdLike): bigint {
  const isIdLike = typeof value === "bigint" || typeof value === "string";
  const id = isIdLike ? parseSnowflake(value) : undefined;
  if (id === undefined)
    throw new TypeError(`${name}: expected a 64-bit id (bigint or decimal string), received ${show(value)}`);
  return id;
}

/** @throws {TypeError} when not a string */
export function textArgument(name: string, value: string): string {
  if (typeof value !== "string") throw new TypeError(`${name}: expected a string, received ${show(value)}`);
  return value;
}

/** @throws {TypeError} when not a function */
export function functionArgument<T extends (...args: never[]) => unknown>(name: string, value: T): T {
  if (typeof value !== "function")
    throw new TypeError(`${name}: expected a function, received ${show(value)}`);
  return value;
}

/** undefined stands for nothing; anything else is checked. */
export function optionalArgument<T>(
  name: string,
  value: T | undefined,
  check: (name: string, value: T) => T,
): T | undefined {
  return value === undefined ? undefined : check(name, value);
}

/** @throws {TypeError} when not a boolean */
export function booleanArgument(name: string, value: boolean): boolean {
  if (typeof value !== "boolean") throw new TypeError(`${name}: expected a boolean, received ${show(value)}`);
  return value;
}

/** @throws {TypeError} when not a string, {@link RangeError} outside the lengths */
export function boundedText(name: string, value: string, min: number, max: number): string {
  const { length } = textArgument(name, value);
  if (length >= min && length <= max) return value;
  throw new RangeError(
    `${name}: expected ${String(min)} to ${String(max)} characters, received ${String(length)}`,
  );
}

/**
 * Numbers outside the range are moved to its edge, as a slider would; the C++ SDK leaves this open.
 * @throws {TypeError} when not a number
 */
export function levelArgument(name: string, value: number, min: number, max: number): number {
  if (typeof value !== "number" || Number.isNaN(value))
    throw new TypeError(`${name}: expected a number, received ${show(value)}`);
  return Math.min(max, Math.max(min, value));
}

/** @throws {TypeError} when not an integer, {@link RangeError} outside the range */
export function integerArgument(name: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value)) throw new TypeError(`${name}: expected an integer, received ${show(value)}`);
  if (value >= min && value <= max) return value;
  throw new RangeError(`${name}: expected ${String(min)} to ${String(max)}, received ${String(value)}`);
}

/** How many pairs a map may have, and how long a key and a value may be, UTF-16 units. */
export interface PairLimits {
  pairs: number;
  key: number;
  value: number;
}

/** @throws {TypeError} when not a number, {@link RangeError} for one that the enum does not have */
export function enumArgument<V extends number>(name: string, enumType: Record<string, V>, value: V): V {
  if (typeof value !== "number") throw new TypeError(`${name}: expected a number, received ${show(value)}`);
  const values: number[] = Object.values(enumType);
  if (values.includes(value)) return value;
  throw new RangeError(`${name}: expected one of ${values.join(", ")}, received ${String(value)}`);
}

/**
 * @returns a copy without prototype.
 * @throws {TypeError} for values that are no strings, {@link RangeError} for too many or too long pairs
 */
export function pairsArgument(
  name: string,
  value: Record<string, string>,
  limits: PairLimits,
): Record<string, string> {
  if (typeof value !== "object" || value === null)
    throw new TypeError(`${name}: expected an object, received ${show(value)}`);
  const copy = Object.create(null) as Record<string, string>;
  const pairs = Object.entries(value);
  if (pairs.length > limits.pairs)
    throw new RangeError(
      `${name}: expected at most ${String(limits.pairs)} keys, received ${String(pairs.length)}`,
    );
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
 * @returns a copy without prototype.
 * @throws {TypeError} for values that are no strings, {@link RangeError} when too large
 */
export function metadataArgument(name: string, value: Record<string, string>): Record<string, string> {
  if (typeof value !== "object" || value === null)
    throw new TypeError(`${name}: expected an object, received ${show(value)}`);
  const copy = Object.create(null) as Record<string, string>;
  let total = 0;
  for (const [key, text] of Object.entries(value)) {
    copy[key] = textArgument(`${name}.${key}`, text);
    total += key.length + text.length;
  }
  if (total <= METADATA_TOTAL_MAX) return copy;
  throw new RangeError(
    `${name}: expected at most ${String(METADATA_TOTAL_MAX)} characters in all, received ${String(total)}`,
  );
}

/** Type, and value where that cannot be a secret. */
function show(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean"
    ? `${typeof value} ${String(value)}`
    : typeof value;
}

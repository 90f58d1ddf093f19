import { ArgumentError, ArgumentRangeError, parseSnowflake } from "../wire/index.js";

const ID_MAX = 2n ** 64n - 1n;
/** A written id, of any size that an error can show. */
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,40})$/;

/** A 64-bit id, as an argument: a bigint or a decimal string. */
export type IdLike = bigint | string;

/** @throws {ArgumentError} when `value` is not an id, {@link ArgumentRangeError} when it is a number outside of 64 bits */
export function idArgument(name: string, value: IdLike): bigint {
  const isIdLike = typeof value === "bigint" || typeof value === "string";
  const id = isIdLike ? parseSnowflake(value) : undefined;
  if (id !== undefined) return id;
  if (isIdLike && WHOLE_NUMBER.test(String(value)))
    throw new ArgumentRangeError(name, `an id from 0 to ${String(ID_MAX)}`, String(value));
  throw new ArgumentError(name, "a 64-bit id (bigint or decimal string)", showType(value));
}

/** @throws {ArgumentError} when `value` is not a string */
export function textArgument(name: string, value: string): string {
  if (typeof value !== "string") throw new ArgumentError(name, "a string", showType(value));
  return value;
}

/** @throws {ArgumentError} when `value` is not a boolean */
export function booleanArgument(name: string, value: boolean): boolean {
  if (typeof value !== "boolean") throw new ArgumentError(name, "a boolean", showType(value));
  return value;
}

/** @throws {ArgumentError} when `value` is not a function */
export function functionArgument<T extends (...args: never[]) => unknown>(name: string, value: T): T {
  if (typeof value !== "function") throw new ArgumentError(name, "a function", showType(value));
  return value;
}

/** @throws {ArgumentError} when `value` is null or not an object */
export function objectArgument<T extends object>(name: string, value: T): T {
  if (typeof value !== "object" || value === null)
    throw new ArgumentError(name, "an object", showType(value));
  return value;
}

/** `undefined` means "not given"; any other value is checked. */
export function optionalArgument<T>(
  name: string,
  value: T | undefined,
  check: (name: string, value: T) => T,
): T | undefined {
  return value === undefined ? undefined : check(name, value);
}

/** @throws {ArgumentError} when `value` is not a number, {@link ArgumentRangeError} outside `min` to `max` */
export function numberArgument(name: string, value: number, min: number, max: number): number {
  if (typeof value !== "number" || Number.isNaN(value))
    throw new ArgumentError(name, "a number", showType(value));
  return inRange(name, value, min, max);
}

/** @throws {ArgumentError} when `value` is not an integer, {@link ArgumentRangeError} outside `min` to `max` */
export function integerArgument(name: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value)) throw new ArgumentError(name, "an integer", showType(value));
  return inRange(name, value, min, max);
}

/** The type of a value, and the value itself where it cannot be a secret. */
export function showType(value: unknown): string {
  if (value === null) return "null";
  const isHarmless = typeof value === "number" || typeof value === "boolean";
  return isHarmless ? `${typeof value} ${String(value)}` : typeof value;
}

function inRange(name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw new ArgumentRangeError(name, `${String(min)} to ${String(max)}`, String(value));
}

/** @throws {ArgumentError} when `value` is not one of `choices` */
export function choiceArgument<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  const listed = choices.map((choice) => JSON.stringify(choice)).join(", ");
  throw new ArgumentError(
    name,
    `one of ${listed}`,
    typeof value === "string" ? "another text" : showType(value),
  );
}

/** @throws {ArgumentError} when `value` is not the content of a file as a Uint8Array (a Buffer is one) */
export function fileArgument(name: string, value: Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new ArgumentError(name, "the bytes of a file, as from `fs.readFileSync(path)`", showType(value));
}

/** @throws {ArgumentError} when `value` is not an Int16Array */
export function samplesArgument(name: string, value: Int16Array): Int16Array {
  if (!(value instanceof Int16Array)) throw new ArgumentError(name, "an Int16Array", showType(value));
  return value;
}

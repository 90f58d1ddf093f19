import { inspect } from "node:util";
import { ArgumentError, ArgumentRangeError } from "sdkpp/wire";

// Checks arguments of callers in this process. A message has the name of the argument, the expected and the received value.

/** @throws {ArgumentError} when it is not a number, {@link ArgumentRangeError} when it is not whole or outside `min` to `max` */
export function wholeNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw mistake(typeof value === "number", name, `a whole number from ${min} to ${max}`, value);
}

/** @throws {ArgumentError} when it is not a number, {@link ArgumentRangeError} when it is not finite or below `min` */
export function finiteNumber(name: string, value: unknown, min = -Infinity): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= min) return value;
  const expected = min === -Infinity ? "a finite number" : `a finite number from ${min}`;
  throw mistake(typeof value === "number", name, expected, value);
}

/** @throws {ArgumentError} when it is not a string, {@link ArgumentRangeError} when its length is outside `min` to `max` */
export function text(name: string, value: unknown, min = 0, max = Infinity): string {
  if (typeof value === "string" && value.length >= min && value.length <= max) return value;
  const length = max === Infinity ? `at least ${min}` : `${min} to ${max}`;
  const expected = min === 0 && max === Infinity ? "a string" : `a string of ${length} characters`;
  throw mistake(typeof value === "string", name, expected, value);
}

/** @throws {ArgumentError} */
export function flag(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw mistake(false, name, "true or false", value);
}

/** @throws {ArgumentError} when none of `choices` has its type, {@link ArgumentRangeError} when it is not one of them */
export function oneOf<T extends string | number>(name: string, value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const isOfKind = choices.some((choice) => typeof choice === typeof value);
  throw mistake(isOfKind, name, choices.map((choice) => JSON.stringify(choice)).join(", "), value);
}

/** @throws {ArgumentError} when it is not an array, and whatever `check` throws for an element */
export function list<T>(name: string, value: unknown, check: (name: string, value: unknown) => T): T[] {
  if (!Array.isArray(value)) throw mistake(false, name, "a list", value);
  return (value as unknown[]).map((one, index) => check(`${name}[${index}]`, one));
}

/** @throws {ArgumentError} when it is not an object, or is an array */
export function members(
  name: string,
  value: unknown,
  expected = "an object",
): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw mistake(false, name, expected, value);
}

/** The result of `check`, or undefined when the value is undefined. */
export function optional<T>(
  name: string,
  value: unknown,
  check: (name: string, value: unknown) => T,
): T | undefined {
  return value === undefined ? undefined : check(name, value);
}

/** @param isOfKind whether the type is right and only the value is wrong */
export function mistake(isOfKind: boolean, name: string, expected: string, received: unknown): Error {
  const ErrorClass = isOfKind ? ArgumentRangeError : ArgumentError;
  return new ErrorClass(name, expected, shown(received));
}

const SHOWN_MAX = 100;

function shown(value: unknown): string {
  const whole = inspect(value, { depth: 0, customInspect: false, breakLength: Infinity });
  return whole.length <= SHOWN_MAX ? whole : `${whole.slice(0, SHOWN_MAX)}…`;
}

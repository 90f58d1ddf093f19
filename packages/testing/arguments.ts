import { ArgumentError, ArgumentRangeError } from "sdkpp";

/** @throws {ArgumentError}, {ArgumentRangeError} */
export function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value !== "number") throw wrong(name, "a number", value);
  if (value >= least && value <= most) return value;
  throw new ArgumentRangeError(name, `${String(least)} to ${String(most)}`, String(value));
}

/** @throws {ArgumentError}, {ArgumentRangeError} unless it is a whole number that keeps every digit */
export function whole(name: string, value: unknown): number {
  const number = within(name, value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  if (Number.isInteger(number)) return number;
  throw new ArgumentRangeError(name, "a whole number", String(number));
}

/** @throws {ArgumentError} unless it is a text that is not empty */
export function text(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(name, "a text", value);
}

/** @throws {ArgumentError} */
export function flag(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw wrong(name, "true or false", value);
}

/** @throws {ArgumentError} unless it is an object with these members */
export function objectWith<T>(name: string, value: T, members: readonly (keyof T & string)[]): T {
  const isWhole =
    typeof value === "object" && value !== null && members.every((member) => value[member] != null);
  if (isWhole) return value;
  throw wrong(name, members.length === 0 ? "an object" : `an object with ${members.join(", ")}`, value);
}

/** @throws {ArgumentError} */
export function signalArgument(name: string, value: unknown): AbortSignal | undefined {
  if (value === undefined || value instanceof AbortSignal) return value;
  throw wrong(name, "an AbortSignal", value);
}

/** @throws {ArgumentError} */
export function oneOf<T extends string>(name: string, value: unknown, all: readonly T[]): T {
  const found = all.find((one) => one === value);
  if (found !== undefined) return found;
  throw wrong(name, all.map((one) => JSON.stringify(one)).join(", "), value);
}

/** The error of an argument of another type. It shows no value, which could be a secret. */
export function wrong(name: string, expected: string, received: unknown): ArgumentError {
  return new ArgumentError(name, expected, received === null ? "null" : typeof received);
}

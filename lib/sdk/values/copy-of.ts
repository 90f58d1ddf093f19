import { ArgumentError } from "../../wire/index.js";

interface Copied {
  clone(): this;
}

/** A value object of one's own. @throws {ArgumentError} when it is another thing */
export function copyOf<T extends Copied>(name: string, value: T, type: abstract new () => T): T {
  if (value instanceof type) return value.clone();
  throw new ArgumentError(name, type.name, typeof value);
}

/** The same where there may be none. @throws {ArgumentError} when it is another thing */
export function optionalCopyOf<T extends Copied>(
  name: string,
  value: T | undefined,
  type: abstract new () => T,
): T | undefined {
  return value === undefined ? undefined : copyOf(name, value, type);
}

import { parseSnowflake } from "../wire/index.js";

/** A 64-bit id, as an argument: a bigint or a decimal string. */
export type IdLike = bigint | string;

/** @throws {TypeError} naming what was expected and what came */
export function idOf(name: string, value: IdLike): bigint {
  const id = typeof value === "number" ? undefined : parseSnowflake(value);
  if (id === undefined)
    throw new TypeError(`${name}: expected a 64-bit id (bigint or decimal string), received ${typeof value}`);
  return id;
}

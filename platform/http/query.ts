import { parseSnowflake, type Snowflake } from "sdkpp/wire";
import { invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";

/** A parsed query string: the value of a repeated name is an array. */
export type Query = Readonly<Record<string, unknown>>;

const INTEGER = /^-?[0-9]{1,15}$/;

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ...["true", "True", "1"].map((text) => [text, true] as const),
  ...["false", "False", "0"].map((text) => [text, false] as const),
]);

/** One boolean of a query string (H§1.3); `fallback` when it is absent. */
export function booleanOf(query: Query, name: string, fallback: boolean): boolean | Fault {
  const text = query[name];
  if (text === undefined) return fallback;
  return BOOLEANS.get(text) ?? invalidField(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
}

/** One id of a query string; undefined when it is absent. */
export function snowflakeOf(query: Query, name: string): Snowflake | undefined | Fault {
  const text = query[name];
  if (text === undefined) return undefined;
  return typeof text === "string" && parseSnowflake(text) !== undefined
    ? text
    : invalidField(name, "NUMBER_TYPE_COERCE", "Value is not snowflake.");
}

/** One integer of a query string; `fallback` when it is absent. */
export function integerOf(
  query: Query,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number | Fault {
  const text = query[name];
  if (text === undefined) return fallback;
  if (typeof text !== "string" || !INTEGER.test(text))
    return invalidField(name, "NUMBER_TYPE_COERCE", "Value is not int.");
  const value = Number(text);
  if (value < min)
    return invalidField(name, "NUMBER_TYPE_MIN", `Value should be greater than or equal to ${min}.`);
  return value <= max
    ? value
    : invalidField(name, "NUMBER_TYPE_MAX", `Value should be less than or equal to ${max}.`);
}

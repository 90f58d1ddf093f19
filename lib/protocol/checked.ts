import { parseSnowflake, parseSnowflakeText, type Snowflake } from "../wire/index.js";

/**
 * Readers for one field of untrusted JSON. Each answers undefined when the field is not what it should be.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function asArray(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An integer from `min` to `max`, both included. */
export function asInteger(value: unknown, min: number, max: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

export function asId(value: unknown): bigint | undefined {
  return parseSnowflake(value);
}

/** An id that is only compared and passed on. */
export function asIdText(value: unknown): Snowflake | undefined {
  return parseSnowflakeText(value);
}

/** Parses each element and skips invalid ones: one bad entry does not invalidate the rest. */
export function parseEach<T>(value: unknown, parse: (element: unknown) => T | undefined): T[] {
  const good: T[] = [];
  for (const element of asArray(value) ?? []) {
    const parsed = parse(element);
    if (parsed !== undefined) good.push(parsed);
  }
  return good;
}

/** String pairs of an object, on a null prototype: keys such as `__proto__` come from the network. */
export function asMetadata(value: unknown): Record<string, string> {
  const map = Object.create(null) as Record<string, string>;
  for (const [key, text] of Object.entries(asObject(value) ?? {})) {
    if (typeof text === "string") map[key] = text;
  }
  return map;
}

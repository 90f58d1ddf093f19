import { EARLIEST_MS, LATEST_MS } from "./clock/range.js";
import { mistake } from "./guard/arguments.js";

/** A day, or a moment of it with its zone. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const EXPECTED = "a date of ISO 8601 from 2015 to 2154, such as 2026-03-29 or 2026-03-29T01:59:50Z";

/**
 * The Unix milliseconds of a date.
 * @throws {ArgumentError} when it is not a string, {@link ArgumentRangeError} when it is no such date
 */
export function timeOfDate(name: string, value: unknown): number {
  const day = typeof value === "string" ? ISO.exec(value)?.[1] : undefined;
  const time = day !== undefined && isDay(day) ? Date.parse(value as string) : NaN;
  if (time >= EARLIEST_MS && time <= LATEST_MS) return time;
  throw mistake(typeof value === "string", name, EXPECTED, value);
}

/** Not so February 30, which would be read as a day of March. */
function isDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(day);
}

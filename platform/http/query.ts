import { parseSnowflake, type Snowflake } from "sdkpp/wire";
import { invalidField } from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";

/** A parsed query string: the value of a repeated name is an array. */
export type Query = Readonly<Record<string, unknown>>;

/** The range of an integer, and its value when it is absent. */
export interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const INTEGER = /^-?[0-9]{1,15}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ...["true", "True", "1"].map((text) => [text, true] as const),
  ...["false", "False", "0"].map((text) => [text, false] as const),
]);

/** Reads parameters one by one; remembers the first that is wrong. */
export class QueryReader {
  fault: Fault | undefined;

  constructor(private readonly query: Query) {}

  has(name: string): boolean {
    return this.query[name] !== undefined;
  }

  /** Notes that a parameter is wrong. */
  reject(fault: Fault): void {
    this.fault ??= fault;
  }

  /** One value as `parse` understands it; undefined when it is wrong. */
  value<T>(name: string, parse: (text: unknown, name: string) => T | Fault): T | undefined {
    const value = parse(this.query[name], name);
    if (!(value instanceof Fault)) return value;
    this.reject(value);
    return undefined;
  }

  /** One integer. */
  integer(name: string, range: IntegerRange): number {
    return this.optionalInteger(name, range) ?? range.fallback;
  }

  /** One integer; undefined when it is absent. */
  optionalInteger(name: string, range: Omit<IntegerRange, "fallback">): number | undefined {
    return this.optional(name, (text) => parseInteger(text, name, range));
  }

  /** One boolean (H§1.3). */
  flag(name: string, fallback = false): boolean {
    return this.optionalFlag(name) ?? fallback;
  }

  /** One boolean; undefined when it is absent. */
  optionalFlag(name: string): boolean | undefined {
    return this.optional(name, parseBoolean);
  }

  /** One id; undefined when it is absent. */
  id(name: string): Snowflake | undefined {
    return this.optional(name, parseId);
  }

  /** One point in time, in Unix milliseconds; undefined when it is absent. */
  time(name: string): number | undefined {
    return this.optional(name, parseTime);
  }

  /** One text; undefined when it is absent. */
  text(name: string, lengthMax: number): string | undefined {
    const [value] = this.list(name, 1, (one) => one.length <= lengthMax);
    return value;
  }

  /** One of these texts; the first when it is absent. */
  choice<K extends string>(name: string, choices: readonly [K, ...K[]]): K {
    const [value = choices[0]] = this.list(name, 1, (one) => choices.some((choice) => choice === one));
    return value as K;
  }

  /** A repeated parameter. */
  list(name: string, max: number, isValid: (value: string) => boolean): string[] {
    const values = [this.query[name] ?? []].flat();
    if (values.length > max) this.reject(tooMany(name, max));
    else if (!values.every((one) => typeof one === "string" && isValid(one))) this.reject(notAllowed(name));
    return this.fault === undefined ? (values as string[]) : [];
  }

  ids(name: string, max: number): Snowflake[] {
    return this.list(name, max, (value) => parseSnowflake(value) !== undefined);
  }

  /** Ids in one text with commas, in a repeated parameter, or both. */
  separatedIds(name: string, max: number): Snowflake[] {
    const values = this.list(name, max, () => true).flatMap((one) => one.split(","));
    const ids = values.filter((one) => one !== "");
    const rejected = ids.map((one) => parseId(one, name)).find((one) => one instanceof Fault);
    if (ids.length > max) this.reject(tooMany(name, max));
    else if (rejected !== undefined) this.reject(rejected);
    return ids;
  }

  private optional<T>(name: string, parse: (text: unknown, name: string) => T | Fault): T | undefined {
    return this.has(name) ? this.value(name, parse) : undefined;
  }
}

function parseInteger(text: unknown, name: string, range: Omit<IntegerRange, "fallback">): number | Fault {
  if (typeof text !== "string" || !INTEGER.test(text))
    return invalidField(name, "NUMBER_TYPE_COERCE", "Value is not int.");
  const value = Number(text);
  if (value < range.min)
    return invalidField(name, "NUMBER_TYPE_MIN", `Value should be greater than or equal to ${range.min}.`);
  return value <= range.max
    ? value
    : invalidField(name, "NUMBER_TYPE_MAX", `Value should be less than or equal to ${range.max}.`);
}

const parseBoolean = (text: unknown, name: string): boolean | Fault =>
  BOOLEANS.get(text) ?? invalidField(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");

const parseId = (text: unknown, name: string): Snowflake | Fault =>
  typeof text === "string" && parseSnowflake(text) !== undefined
    ? text
    : invalidField(name, "NUMBER_TYPE_COERCE", "Value is not snowflake.");

function parseTime(text: unknown, name: string): number | Fault {
  const time = typeof text === "string" && TIME.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time)
    ? invalidField(name, "DATE_TIME_TYPE_PARSE", "Could not parse the value. Should be an ISO8601 timestamp.")
    : time;
}

const tooMany = (name: string, max: number): Fault =>
  invalidField(name, "BASE_TYPE_MAX_LENGTH", `Must be ${String(max)} or fewer in length.`);

const notAllowed = (name: string): Fault =>
  invalidField(name, "BASE_TYPE_CHOICES", "Value is not one of the allowed values.");

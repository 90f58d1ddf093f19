import type { FieldErrorLeaf, Snowflake } from "sdkpp/wire";
import {
  badLength,
  badType,
  REQUIRED,
  tooHigh,
  tooLong,
  tooLow,
  tooShort,
  UNMATCHED,
} from "../field-errors.js";
import type { Cursor } from "./reading.js";

/** Reads what a sender wrote at a place; undefined: it is absent, or wrong and reported. */
export type Reader<T> = (value: unknown, at: Cursor) => T | undefined;

/** An object of the body. */
export type Body = Readonly<Record<string, unknown>>;

/** The result type of a table of readers. */
export type ReadBy<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Reader<infer T> ? T | undefined : never;
};

interface Limits {
  readonly min?: number;
  readonly max: number;
}

/** A field that may be absent, or null. */
export function maybe<T>(read: Reader<T>): Reader<T> {
  return (value, at) => (value == null ? undefined : read(value, at));
}

/** A field that must be there. */
export function must<T>(read: Reader<T>): Reader<T> {
  return (value, at) => {
    if (value != null) return read(value, at);
    at.report(REQUIRED);
    return undefined;
  };
}

/** The fields of an object that a table names; others are ignored. */
export function readFields<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
  body: Body,
  at: Cursor,
): ReadBy<Fields> {
  const read = Object.entries(fields).map(([name, reader]) => [name, reader(body[name], at.of(name))]);
  return Object.fromEntries(read) as ReadBy<Fields>;
}

/**
 * An object of its read fields, without those that are absent. It is incomplete when something was reported, and then the
 * whole reading is rejected.
 */
export function built<T extends object>(fields: { readonly [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export function objectAt(value: unknown, at: Cursor): Body | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  at.report(badType("must be object"));
  return undefined;
}

/** @param pattern of the whole text */
export function text({ min = 0, max }: Limits, pattern?: Pick<RegExp, "test">): Reader<string> {
  return (value, at) => {
    if (typeof value !== "string") at.report(badType("must be string"));
    else if (value.length < min || value.length > max) at.report(lengthLeaf(min, max));
    else if (pattern?.test(value) === false) at.report(UNMATCHED);
    else return value;
    return undefined;
  };
}

export function integer({ min = 0, max }: Limits): Reader<number> {
  return (value, at) => {
    if (!Number.isInteger(value)) at.report(badType("must be integer"));
    else if (Number(value) < min) at.report(tooLow(min));
    else if (Number(value) > max) at.report(tooHigh(max));
    else return Number(value);
    return undefined;
  };
}

export const flag: Reader<boolean> = (value, at) => {
  if (typeof value === "boolean") return value;
  at.report(badType("must be boolean"));
  return undefined;
};

/** One of a few values. */
export function choice<const T extends string | number>(values: readonly T[]): Reader<T> {
  return (value, at) => {
    const found = values.find((one) => one === value);
    if (found === undefined)
      at.report({ code: "BASE_TYPE_CHOICES", message: `Value must be one of (${values.join(", ")}).` });
    return found;
  };
}

const SNOWFLAKE = /^(?:0|[1-9][0-9]{0,19})$/;

/** An id: a decimal string, or a number (H§1.4). */
export const snowflake: Reader<Snowflake> = (value, at) => {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id === "string" && SNOWFLAKE.test(id)) return id;
  at.report({ code: "NUMBER_TYPE_COERCE", message: "Value is not snowflake." });
  return undefined;
};

/** A list; the elements of one that is too long are not read. */
export function list<T>(read: Reader<T>, { min = 0, max }: Limits): Reader<T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) at.report(badType("must be array"));
    else if (value.length < min || value.length > max) at.report(lengthLeaf(min, max));
    else return allRead((value as unknown[]).map((one, index) => must(read)(one, at.of(index))));
    return undefined;
  };
}

/** Undefined when one element is wrong. */
function allRead<T>(elements: readonly (T | undefined)[]): T[] | undefined {
  const read = elements.flatMap((one) => (one === undefined ? [] : [one]));
  return read.length === elements.length ? read : undefined;
}

/** The error for a length outside these bounds. */
export function lengthLeaf(min: number, max: number): FieldErrorLeaf {
  if (max === Infinity) return tooShort(min);
  return min === 0 ? tooLong(max) : badLength(min, max);
}

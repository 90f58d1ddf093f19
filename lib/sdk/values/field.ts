import {
  booleanArgument,
  enumArgument,
  idArgument,
  integerArgument,
  numberArgument,
  textArgument,
  type IdLike,
} from "../argument.js";
import { wordsOf, type Words } from "../shown.js";

/**
 * Checks a value that is set.
 * @returns the value to store
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the field
 */
export interface Check<Read, Write> {
  (name: string, value: Write): Read;
  /** Names of numbers that stand for enumerators. */
  readonly words?: Words;
}

/** A check whose numbers are shown with words beside them. */
export function inWords<Read, Write>(check: Check<Read, Write>, words: Words): Check<Read, Write> {
  return Object.assign((name: string, value: Write) => check(name, value), { words });
}

/** A field that is read and set: by its property, and by its setter method. */
export interface Settable<Read, Write> {
  readonly access: "settable";
  readonly check: Check<Read, Write>;
  readonly initial: Read;
  /** name of the setter method; default: `set` and the name of the field */
  readonly setter?: string;
}

/** A field that only the client sets. */
export interface ReadOnly<Read> {
  readonly access: "readOnly";
  readonly initial: Read;
}

/** A field without a property; methods of the class read and change it. */
export interface Hidden<Value> {
  readonly access: "hidden";
  readonly initial: Value;
}

export type Row = Settable<unknown, never> | ReadOnly<unknown> | Hidden<unknown>;

export function field<Read, Write>(check: Check<Read, Write>, initial: Read): Settable<Read, Write> {
  return { access: "settable", check, initial };
}

/** Gives the setter method another name, which error messages use too. */
export function renamed<Read, Write>(row: Settable<Read, Write>, setter: string): Settable<Read, Write> {
  return { ...row, setter };
}

export function readOnly<Read>(initial: Read): ReadOnly<Read> {
  return { access: "readOnly", initial };
}

export function hidden<Value>(initial: Value): Hidden<Value> {
  return { access: "hidden", initial };
}

export const text: Check<string, string> = textArgument;
export const boolean: Check<boolean, boolean> = booleanArgument;
export const id: Check<bigint, IdLike> = idArgument;

export function integer(min: number, max: number): Check<number, number> {
  return (name, value) => integerArgument(name, value, min, max);
}

export function number(min: number, max: number): Check<number, number> {
  return (name, value) => numberArgument(name, value, min, max);
}

export function oneOf<E extends number>(enumType: Readonly<Record<string, E>>): Check<E, E> {
  return inWords((name, value: E) => enumArgument(name, enumType, value), wordsOf(enumType));
}

/** Accepts undefined as well. */
export function optional<Read, Write>(check: Check<Read, Write>): Check<Read | undefined, Write | undefined> {
  const either: Check<Read | undefined, Write | undefined> = (name, value) =>
    value === undefined ? undefined : check(name, value);
  return check.words === undefined ? either : inWords(either, check.words);
}

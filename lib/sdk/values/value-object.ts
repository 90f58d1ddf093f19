import { showType } from "../../protocol/index.js";
import { ArgumentError, SdkError } from "../../wire/index.js";
import { Shown, type Words } from "../shown.js";
import type { Hidden, ReadOnly, Row, Settable } from "./field.js";

type Method = (...args: never[]) => unknown;
type Class = new () => ValueObject<object>;

/** Names of the properties among the members of a class. */
type PropertyOf<M> = { [K in keyof M]: M[K] extends Method ? never : K }[keyof M] & string;

/** The stored values of a class with members `M` and hidden fields `H`. */
export type ValuesOf<M, H = unknown> = { [K in PropertyOf<M>]: M[K] } & H;

/** What the setter method of a property takes. */
type WriteOf<M, K extends string> =
  M extends Record<`set${Capitalize<K>}`, (value: infer Write) => void> ? Write : never;

/** A row fits its declared members: its check takes what the setter takes, and gives what the property gives. */
type RowOf<M, K extends PropertyOf<M>> = `set${Capitalize<K>}` extends keyof M
  ? Settable<M[K], WriteOf<M, K>>
  : Settable<M[K], never> | ReadOnly<M[K]>;

/** The table of a class: one row per declared property, and per hidden field. */
export type TableOf<M, H = unknown> = { readonly [K in PropertyOf<M>]: RowOf<M, K> } & {
  readonly [K in keyof H]: Hidden<H[K]>;
};

/**
 * A base class with the members of a table. `new` with another object of the class copies it. It has `nullobj`, an invalid object
 * that cannot be changed; each class declares it.
 */
export interface ValueClass<M, H> {
  /** @throws {ArgumentError} when `other` is not an object of the class */
  new (other?: ValueObject<ValuesOf<M, H>> & M): ValueObject<ValuesOf<M, H>> & M;
  /** Creates an object that takes over the content of `other`, which becomes invalid. */
  moveFrom<V extends ValueObject<object>>(this: new () => V, other: V): V;
}

/**
 * Base class of the value objects. They own their fields, and can be copied and changed. An object that was moved from is
 * invalid: its getters give the defaults, and setting a field throws.
 */
export abstract class ValueObject<F extends object> extends Shown {
  readonly #initial: F;
  #fields: F | undefined;

  protected constructor(initial: F) {
    super();
    this.#initial = initial;
    this.#fields = { ...initial };
  }

  static moveFrom<V extends ValueObject<object>>(this: new () => V, other: V): V {
    return new this().moveAssign(other);
  }

  /** Whether the object has content: false for `nullobj` and for an object that was moved from. */
  isValid(): boolean {
    return this.#fields !== undefined;
  }

  /** An independent copy; a copy of an invalid object is invalid. */
  clone(): this {
    const { constructor } = this as { constructor: unknown };
    return new (constructor as new () => this)().assign(this);
  }

  /** Copies the content of `other` into this object. @returns this object */
  assign(other: this): this {
    this.#replace(other.copyOfFields());
    return this;
  }

  /** Takes over the content of `other`, which becomes invalid; moving an object to itself does nothing. @returns this object */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.#replace(other.copyOfFields());
    other.release();
    return this;
  }

  protected get fields(): Readonly<F> {
    return this.#fields ?? this.#initial;
  }

  protected change<K extends keyof F>(field: K, value: F[K]): void {
    if (this.#fields === undefined) {
      throw new SdkError(
        "INVALID_OBJECT",
        `${this.constructor.name}: cannot change an object that was moved from, or nullobj; create a new one`,
      );
    }
    this.#fields[field] = value;
  }

  /** Whether all fields are equal: nested value objects by content, lists by their elements. */
  protected hasSameFields(other: ValueObject<F>): boolean {
    return ValueObject.#isSame(this.#fields, other.#fields);
  }

  static #isSame(left: unknown, right: unknown): boolean {
    if (left === right) return true;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
      return false;
    if (left instanceof ValueObject && right instanceof ValueObject)
      return ValueObject.#isSame(left.#fields, right.#fields);
    const [mine, theirs] = [Object.entries(left), new Map<string, unknown>(Object.entries(right))];
    return (
      mine.length === theirs.size && mine.every(([key, value]) => ValueObject.#isSame(value, theirs.get(key)))
    );
  }

  #replace(fields: F | undefined): void {
    if (Object.isFrozen(this))
      throw new SdkError("INVALID_OBJECT", `${this.constructor.name}: nullobj cannot be changed`);
    this.#fields = fields;
  }

  protected release(): void {
    this.#fields = undefined;
  }

  protected copyOfFields(): F | undefined {
    return this.#fields === undefined ? undefined : { ...this.#fields };
  }

  /** A value as a getter gives it: nested value objects are copies. */
  static read(object: ValueObject<object>, name: string): unknown {
    const value = (object.fields as Record<string, unknown>)[name];
    return value instanceof ValueObject ? value.clone() : value;
  }

  /** Sets a field to a value that has been checked. */
  static write(object: ValueObject<object>, name: string, value: unknown): void {
    object.change(name as never, value as never);
  }

  /** Sets fields without checks. */
  static fill<V extends ValueObject<object>>(object: V, fields: object): V {
    object.#fields = { ...object.fields, ...fields };
    return object;
  }

  /** Makes an object invalid for ever. */
  static invalidate<V extends ValueObject<object>>(object: V): V {
    object.release();
    return Object.freeze(object);
  }
}

/**
 * Makes the base class of a value object: `M` declares its documented members, the table has one row per property with its
 * check and its default. A row that does not fit its declaration does not compile.
 */
export function valueObject<M, H = unknown>(table: TableOf<M, H>): ValueClass<M, H> {
  const rows = table as Readonly<Record<string, Row>>;
  const initial: Record<string, unknown> = {};
  let nullobj: ValueObject<object> | undefined;
  class Values extends ValueObject<object> {
    constructor(other?: unknown) {
      super(initial);
      if (other === undefined) return;
      const type = below(Values, this.constructor as Class);
      if (!(other instanceof type))
        throw new ArgumentError("other", `an object of the class ${type.name}`, showType(other));
      this.assign(other as this);
    }

    static override readonly words = wordsIn(rows);

    /** Made when it is read: most programs read none, and import all classes. */
    static get nullobj(): ValueObject<object> {
      return (nullobj ??= ValueObject.invalidate(new (below(Values, this))()));
    }
  }
  for (const name in rows) {
    const row = rows[name] as Row;
    initial[name] = row.initial;
    if (row.access !== "hidden") addMembers(Values.prototype, name, row);
  }
  return Values as unknown as ValueClass<M, H>;
}

function wordsIn(rows: Readonly<Record<string, Row>>): Readonly<Record<string, Words>> {
  const found: Record<string, Words> = {};
  for (const name in rows) {
    const row = rows[name];
    if (row?.access === "settable" && row.check.words !== undefined) found[name] = row.check.words;
  }
  return found;
}

/** The class that extends `base`, among the bases of `type`: games may extend it further. */
function below(base: Class, type: Class): Class {
  const next = Object.getPrototypeOf(type) as Class;
  return next === base ? type : below(base, next);
}

/** Sets fields without the checks of their setters: values of the platform may exceed the limits. */
export function filled<V extends ValueObject<object>>(object: V, values: object): V {
  return ValueObject.fill(object, values);
}

function addMembers(prototype: object, name: string, row: Exclude<Row, Hidden<unknown>>): void {
  const get = function (this: ValueObject<object>): unknown {
    return ValueObject.read(this, name);
  };
  if (row.access === "readOnly") {
    Object.defineProperty(prototype, name, { get, configurable: true });
    return;
  }
  const setter = row.setter ?? `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const argument = setter.charAt(3).toLowerCase() + setter.slice(4);
  const set = function (this: ValueObject<object>, value: never): void {
    ValueObject.write(this, name, row.check(argument, value));
  };
  Object.defineProperty(prototype, name, { get, set, configurable: true });
  Object.defineProperty(prototype, setter, { value: set, configurable: true, writable: true });
}

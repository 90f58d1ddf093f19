import { showType } from "../../protocol/index.js";
import { ArgumentError, SdkError } from "../../wire/index.js";
import type { IdLike } from "../argument.js";
import { showAs, Shown, type Words } from "../shown.js";
import type { Hidden, ReadOnly, Row, Settable } from "./field.js";

type Method = (...args: never[]) => unknown;
type Class = new () => ValueObject;
type Fields = Readonly<Record<string, unknown>>;

/** Names of the properties among the members of a class. */
type PropertyOf<M> = {
  [K in Exclude<keyof M, keyof ValueObject>]: M[K] extends Method ? never : K;
}[Exclude<keyof M, keyof ValueObject>] &
  string;

/**
 * The setter methods of properties, as in C++: `setName(value)` sets `name` and throws what the assignment throws. Ids are
 * accepted as strings and exact numbers, too. `Wider` has the properties whose setters take yet more.
 */
export type SettersOf<F, Wider = object> = {
  [K in keyof F & string as `set${Capitalize<K>}`]: (
    value: K extends keyof Wider ? Wider[K] : bigint extends F[K] ? F[K] | IdLike : F[K],
  ) => void;
};

/** The argument type of a property's setter method. */
type SetterArgument<M, K extends string> =
  M extends Record<`set${Capitalize<K>}`, (value: infer Write) => void> ? Write : never;

/** A row fits its declared members: its check takes what the setter takes, and gives what the property gives. */
type RowOf<M, K extends PropertyOf<M>> = `set${Capitalize<K>}` extends keyof M
  ? Settable<M[K], SetterArgument<M, K>>
  : Settable<M[K], never> | ReadOnly<M[K]>;

/** The table of a class: one row per declared property, and per hidden field. */
export type TableOf<M, H = unknown> = { readonly [K in PropertyOf<M>]: RowOf<M, K> } & {
  readonly [K in keyof H]: Hidden<H[K]>;
};

/** The record that {@link defineFields} keeps about a class. */
interface Definition {
  readonly type: Class;
  readonly initial: Fields;
}
const DEFINITION = Symbol("definition");

/** The fields of an object; undefined: it is not valid. */
let contentOf: (object: ValueObject) => Fields | undefined;
let setContent: (object: ValueObject, fields: Fields | undefined) => void;

/**
 * Base class of the value objects. They own their fields, and can be copied and changed. An object that was moved from is
 * invalid: its getters give the defaults, and setting a field throws.
 */
export abstract class ValueObject extends Shown {
  #content: Fields | undefined;

  static {
    contentOf = (object) => object.#content;
    setContent = (object, fields) => {
      object.#content = fields;
    };
  }

  protected constructor(other?: ValueObject) {
    super();
    const { type, initial } = definitionOf(this);
    if (other !== undefined && !(other instanceof type))
      throw new ArgumentError("other", `an object of the class ${type.name}`, showType(other));
    this.#content = other === undefined ? initial : other.#content;
  }

  /** Creates an object that takes over the content of `other`, which becomes invalid. */
  static moveFrom<V extends ValueObject>(this: new () => V, other: V): V {
    return new this().moveAssign(other);
  }

  /** Whether the object has content: false for `nullobj` and for an object that was moved from. */
  isValid(): boolean {
    return this.#content !== undefined;
  }

  /** An independent copy; a copy of an invalid object is invalid. */
  clone(): this {
    const { constructor } = this as { constructor: unknown };
    return new (constructor as new () => this)().assign(this);
  }

  /** Copies the content of `other` into this object. @returns this object */
  assign(other: this): this {
    this.#replace(other.#content);
    return this;
  }

  /** Takes over the content of `other`, which becomes invalid; moving an object to itself does nothing. @returns this object */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.#replace(other.#content);
    other.#content = undefined;
    return this;
  }

  #replace(fields: Fields | undefined): void {
    if (Object.isFrozen(this))
      throw new SdkError("INVALID_OBJECT", `${this.constructor.name}: nullobj cannot be changed`);
    this.#content = fields;
  }
}

function definitionOf(object: ValueObject): Definition {
  return (object as unknown as { [DEFINITION]: Definition })[DEFINITION];
}

/** The fields of an object, hidden ones included; the defaults of one that is not valid. */
export function fieldsOf(object: ValueObject): Fields {
  return contentOf(object) ?? definitionOf(object).initial;
}

/** Sets a field to a value that has been checked. @throws {SdkError} INVALID_OBJECT when the object is not valid */
export function changeField(object: ValueObject, name: string, value: unknown): void {
  const fields = contentOf(object);
  if (fields === undefined) {
    throw new SdkError(
      "INVALID_OBJECT",
      `${object.constructor.name}: cannot change an object that was moved from, or nullobj; create a new one`,
    );
  }
  setContent(object, { ...fields, [name]: value });
}

/** Sets fields without the checks of their setters: values of the platform may exceed the limits. */
export function filled<V extends ValueObject>(object: V, values: object): V {
  setContent(object, { ...fieldsOf(object), ...values });
  return object;
}

/** Whether all fields are equal: nested value objects by content, lists by their elements. */
export function haveSameFields(left: ValueObject, right: ValueObject): boolean {
  return isSame(contentOf(left), contentOf(right));
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (left instanceof ValueObject && right instanceof ValueObject) return haveSameFields(left, right);
  const [mine, theirs] = [Object.entries(left), new Map<string, unknown>(Object.entries(right))];
  return mine.length === theirs.size && mine.every(([key, value]) => isSame(value, theirs.get(key)));
}

/**
 * Gives a class its properties, their setter methods and `nullobj`: the table has one row per declared property, with its check
 * and its default. A row that does not fit its declaration does not compile.
 */
export function defineFields<M extends ValueObject, H = unknown>(
  type: new () => M,
  table: TableOf<M, H>,
): void {
  const rows = table as Readonly<Record<string, Row>>;
  const prototype = type.prototype as object;
  const initial = Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.initial]));
  const definition: Definition = { type, initial };
  Object.defineProperty(prototype, DEFINITION, { value: definition });
  for (const [name, row] of Object.entries(rows))
    if (row.access !== "hidden") addMembers(prototype, name, row);
  showAs(type, { words: wordsIn(rows) });
  let nullobj: ValueObject | undefined;
  // Made when it is read: most programs read none, and import all classes.
  Object.defineProperty(type, "nullobj", {
    get: () => (nullobj ??= invalid(new type())),
    configurable: true,
  });
}

/** Makes an object invalid for ever. */
function invalid(object: ValueObject): ValueObject {
  setContent(object, undefined);
  Object.freeze(object);
  return object;
}

function wordsIn(rows: Readonly<Record<string, Row>>): Readonly<Record<string, Words>> {
  const found: Record<string, Words> = {};
  for (const [name, row] of Object.entries(rows))
    if (row.access === "settable" && row.check.words !== undefined) found[name] = row.check.words;
  return found;
}

function addMembers(prototype: object, name: string, row: Exclude<Row, Hidden<unknown>>): void {
  const get = function (this: ValueObject): unknown {
    const value = fieldsOf(this)[name];
    // A copy: the object owns its fields.
    return value instanceof ValueObject ? value.clone() : value;
  };
  if (row.access === "readOnly") {
    Object.defineProperty(prototype, name, { get, configurable: true });
    return;
  }
  const setter = row.setter ?? `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const argument = setter.charAt(3).toLowerCase() + setter.slice(4);
  const set = function (this: ValueObject, value: never): void {
    changeField(this, name, row.check(argument, value));
  };
  Object.defineProperty(prototype, name, { get, set, configurable: true });
  Object.defineProperty(prototype, setter, { value: set, configurable: true, writable: true });
}

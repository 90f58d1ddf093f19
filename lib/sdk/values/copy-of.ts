import { showType } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";
import type { Check } from "./field.js";
import type { ValueObject } from "./value-object.js";

type ClassOf<T> = abstract new () => T;

/** Accepts an object of the class, and stores a copy. */
export function copyOf<T extends ValueObject>(type: ClassOf<T>): Check<T, T> {
  return (name, value) => instanceOf(type, name, value).clone();
}

/**
 * An argument that an operation reads: an object of the class that has content.
 * @throws {ArgumentError} for another value, an object that was moved from, and `nullobj`
 */
export function validArgument<T extends ValueObject>(type: ClassOf<T>, name: string, value: T): T {
  if (instanceOf(type, name, value).isValid()) return value;
  const received = Object.isFrozen(value) ? `${type.name}.nullobj` : "one that was moved from";
  throw new ArgumentError(name, `a valid ${type.name}`, received);
}

function instanceOf<T>(type: ClassOf<T>, name: string, value: T): T {
  if (value instanceof type) return value;
  throw new ArgumentError(name, `an object of the class ${type.name}`, showType(value));
}

import { ArgumentError } from "../../wire/index.js";
import type { Check } from "./field.js";

interface Cloneable {
  clone(): this;
}

/** Accepts an object of the class, and stores a copy. */
export function copyOf<T extends Cloneable>(type: abstract new () => T): Check<T, T> {
  return (name, value) => {
    if (value instanceof type) return value.clone();
    throw new ArgumentError(name, type.name, typeof value);
  };
}

import type { FieldErrorLeaf, FieldErrorTree } from "sdkpp/wire";
import { invalidForm } from "./faults.js";
import type { Fault } from "./outcome.js";

/** Errors of single fields, in the words of H§1.5. */
export const REQUIRED: FieldErrorLeaf = { code: "BASE_TYPE_REQUIRED", message: "This field is required" };

export const REPEATED: FieldErrorLeaf = {
  code: "SET_TYPE_ALREADY_CONTAINS_VALUE",
  message: "The set already contains this value",
};

export const UNMATCHED: FieldErrorLeaf = {
  code: "STRING_TYPE_REGEX",
  message: "String value did not match validation regex.",
};

export const tooLong = (max: number): FieldErrorLeaf => ({
  code: "BASE_TYPE_MAX_LENGTH",
  message: `Must be ${String(max)} or fewer in length.`,
});

export const tooShort = (min: number): FieldErrorLeaf => ({
  code: "BASE_TYPE_MIN_LENGTH",
  message: `Must be ${String(min)} or more in length.`,
});

/** Error of a length with both limits. */
export const badLength = (min: number, max: number): FieldErrorLeaf => ({
  code: "BASE_TYPE_BAD_LENGTH",
  message: `Must be between ${String(min)} and ${String(max)} in length.`,
});

export const tooHigh = (max: number): FieldErrorLeaf => ({
  code: "NUMBER_TYPE_MAX",
  message: `Value should be less than or equal to ${String(max)}.`,
});

export const tooLow = (min: number): FieldErrorLeaf => ({
  code: "NUMBER_TYPE_MIN",
  message: `Value should be greater than or equal to ${String(min)}.`,
});

/** @param expected what the value must be, such as `must be string` */
export const badType = (expected: string): FieldErrorLeaf => ({
  code: "BASE_TYPE_BAD_TYPE",
  message: `Value ${expected}.`,
});

/** Has no prototype because the keys may come from the network. */
export function emptyTree(): FieldErrorTree {
  return Object.create(null) as FieldErrorTree;
}

/** Adds what is wrong with the field at a path. */
export function addLeaf(root: FieldErrorTree, path: readonly string[], leaf: FieldErrorLeaf): void {
  let node = root;
  for (const segment of nameable(path)) {
    const next = node[segment];
    if (next === undefined || Array.isArray(next)) node[segment] = emptyTree();
    node = node[segment] as FieldErrorTree;
  }
  node._errors = [...(node._errors ?? []), leaf];
}

/** The path up to a field that the sender called `_errors`: the tree has its own leaves under this name. */
function nameable(path: readonly string[]): readonly string[] {
  const end = path.indexOf(LEAVES);
  return end < 0 ? path : path.slice(0, end);
}

const LEAVES = "_errors";

/** Collects what is wrong with a body, each at its place, so that the sender learns of everything at once. */
export class FieldErrors {
  readonly #root = emptyTree();

  /** @param path keys and indexes from the body down to the field; none for the body itself */
  add(path: readonly (string | number)[], code: string, message: string): void {
    this.put(path, { code, message });
  }

  put(path: readonly (string | number)[], leaf: FieldErrorLeaf): void {
    addLeaf(this.#root, path.map(String), leaf);
  }

  required(path: readonly (string | number)[]): void {
    this.put(path, REQUIRED);
  }

  /** 50035 with all of them; undefined: nothing is wrong. */
  get fault(): Fault | undefined {
    return Object.keys(this.#root).length === 0 ? undefined : invalidForm(this.#root);
  }
}

import type { FieldErrorTree } from "sdkpp/wire";
import { invalidForm } from "./faults.js";
import type { Fault } from "./outcome.js";

/** Collects what is wrong with a body, each at its place, so that the sender learns of everything at once. */
export class FieldErrors {
  readonly #root = emptyTree();

  /** @param path keys and indexes from the body down to the field; none for the body itself */
  add(path: readonly (string | number)[], code: string, message: string): void {
    let node = this.#root;
    for (const key of path) node = (node[String(key)] ??= emptyTree()) as FieldErrorTree;
    node._errors = [...(node._errors ?? []), { code, message }];
  }

  required(path: readonly (string | number)[]): void {
    this.add(path, "BASE_TYPE_REQUIRED", "This field is required");
  }

  /** 50035 with all of them; undefined: nothing is wrong. */
  get fault(): Fault | undefined {
    return Object.keys(this.#root).length === 0 ? undefined : invalidForm(this.#root);
  }
}

/** Has no prototype because the keys may come from the network. */
function emptyTree(): FieldErrorTree {
  return Object.create(null) as FieldErrorTree;
}

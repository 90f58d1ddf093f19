import { SdkError } from "../../wire/index.js";

/**
 * Base of the handles: they are never made by users, hold no data of their own and look at the client's
 * picture of the world each time; they become invalid when their subject is gone.
 */
export abstract class Handle<S> {
  #look: () => S | undefined;

  /** @internal */
  constructor(look: () => S | undefined) {
    this.#look = look;
  }

  /** False for `nullobj`, after a move, and once the subject is gone. */
  isValid(): boolean {
    return this.subject !== undefined;
  }

  /** Looks where `other` looks. @returns this handle */
  assign(other: this): this {
    this.#turnTo(other.view);
    return this;
  }

  /** Looks where `other` looked, which becomes invalid; to itself: nothing happens. @returns this handle */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.#turnTo(other.view);
    other.release();
    return this;
  }

  #turnTo(look: () => S | undefined): void {
    if (Object.isFrozen(this))
      throw new SdkError("INVALID_OBJECT", `${this.constructor.name}: nullobj cannot be changed`);
    this.#look = look;
  }

  protected get subject(): S | undefined {
    return this.#look();
  }

  protected get view(): () => S | undefined {
    return this.#look;
  }

  protected release(): void {
    this.#look = nowhere;
  }
}

/** What an invalid handle looks at. */
export const nowhere = (): undefined => undefined;

/** For `nullobj`: it stays invalid. */
export function frozen<T extends object>(handle: T): T {
  Object.freeze(handle);
  return handle;
}

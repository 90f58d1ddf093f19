import { SdkError } from "../../wire/index.js";
import { Shown } from "../shown.js";

/**
 * Base class of the handles. Games never construct them. A handle stores no data: it reads the client's state at each
 * access, and becomes invalid when its subject no longer exists.
 */
export abstract class Handle<S> extends Shown {
  #look: () => S | undefined;

  /** @internal */
  override readonly isLive = true;

  /** @internal */
  constructor(look: () => S | undefined) {
    super();
    this.#look = look;
  }

  /** Creates a handle to the subject of `other`, which becomes invalid. */
  static moveFrom<H extends Handle<unknown>>(this: new (look: () => undefined) => H, other: H): H {
    return new this(nowhere).moveAssign(other);
  }

  /** Another handle to the same subject. */
  clone(): this {
    const { constructor } = this as { constructor: unknown };
    return new (constructor as new (look: () => S | undefined) => this)(this.view);
  }

  /** Whether the subject exists: false for `nullobj`, after a move, and once the subject is gone. */
  isValid(): boolean {
    return this.subject !== undefined;
  }

  /** Refers to the subject of `other`. @returns this handle */
  assign(other: this): this {
    this.#turnTo(other.view);
    return this;
  }

  /** Refers to the subject of `other`, which becomes invalid. Moving a handle to itself does nothing. @returns this handle */
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

/** The view of an invalid handle. */
export const nowhere = (): undefined => undefined;

/** Freezes a `nullobj`, so that it stays invalid. */
export function frozen<T extends object>(handle: T): T {
  Object.freeze(handle);
  return handle;
}

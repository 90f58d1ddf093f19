import { SdkError } from "../../wire/index.js";
import { Shown } from "../shown.js";

/** Looks for a handle's subject; undefined: there is none. */
export type Look<S> = () => S | undefined;

/**
 * A look at what a handle shows, which is made once for each handle and has the newest record after each look: games read names in
 * every frame, and an object for each would cost more than the reading.
 * @param record undefined: there is no subject
 */
export function seenAs<R, S extends { record: R }>(seen: S, record: R | undefined): S | undefined {
  if (record === undefined) return undefined;
  seen.record = record;
  return seen;
}

/** The class of a handle, which only this module constructs. */
interface ClassOf<H> {
  readonly prototype: H;
}

let lookOf: (handle: Handle) => Look<unknown>;
let setLook: (handle: Handle, look: Look<unknown>) => void;

/**
 * Base class of the handles. Games never construct them. A handle stores no data: it reads the client's state at each
 * access, and becomes invalid when its subject no longer exists.
 */
export abstract class Handle extends Shown {
  #look: Look<unknown> = nowhere;

  static {
    lookOf = (handle) => handle.#look;
    setLook = (handle, look) => {
      handle.#look = look;
    };
  }

  /** @internal */
  override readonly isLive = true;

  protected constructor() {
    super();
  }

  /** Creates a handle to the subject of `other`, which becomes invalid. */
  static moveFrom<H extends Handle>(this: { readonly prototype: H }, other: H): H {
    return handleTo(this, nowhere).moveAssign(other);
  }

  /** Another handle to the same subject. */
  clone(): this {
    const { constructor } = this as { constructor: unknown };
    return handleTo(constructor as ClassOf<this>, this.#look);
  }

  /** Whether the subject exists: false for `nullobj`, after a move, and once the subject is gone. */
  isValid(): boolean {
    return this.#look() !== undefined;
  }

  /** Refers to the subject of `other`. @returns this handle */
  assign(other: this): this {
    this.#turnTo(other.#look);
    return this;
  }

  /** Refers to the subject of `other`, which becomes invalid. Moving a handle to itself does nothing. @returns this handle */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.#turnTo(other.#look);
    other.#look = nowhere;
    return this;
  }

  #turnTo(look: Look<unknown>): void {
    if (Object.isFrozen(this))
      throw new SdkError("INVALID_OBJECT", `${this.constructor.name}: nullobj cannot be changed`);
    this.#look = look;
  }
}

/** The view of an invalid handle. */
export const nowhere = (): undefined => undefined;

/** The view that a handle reads; each class knows the type of its own subjects. */
export function viewOf<S>(handle: Handle): Look<S> {
  return lookOf(handle) as Look<S>;
}

/** Makes a handle. Only the class's own module calls it, with subjects of the class. */
export function handleTo<H extends Handle>(type: ClassOf<H>, look: Look<unknown>): H {
  const handle = new (type as unknown as new () => H)();
  setLook(handle, look);
  return handle;
}

/** Makes the `nullobj` of a class, which stays invalid. */
export function nullHandle<H extends Handle>(type: ClassOf<H>): H {
  const handle = handleTo(type, nowhere);
  Object.freeze(handle);
  return handle;
}

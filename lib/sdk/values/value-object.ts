import { SdkError } from "../../wire/index.js";

/**
 * Base of the value objects: they own their fields, can be copied and changed, and become invalid when
 * moved from. Getters of an invalid one give the defaults; changing it is an error.
 */
export abstract class ValueObject<F extends object> {
  readonly #defaults: () => F;
  #fields: F | undefined;

  protected constructor(defaults: () => F) {
    this.#defaults = defaults;
    this.#fields = defaults();
  }

  /** False for `nullobj` and for an object that was moved from. */
  isValid(): boolean {
    return this.#fields !== undefined;
  }

  /** Takes the content of `other` over as a copy. @returns this object */
  assign(other: this): this {
    this.#replace(other.copyOfFields());
    return this;
  }

  /** Takes the content of `other`, which becomes invalid; to itself: nothing happens. @returns this object */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.#replace(other.copyOfFields());
    other.release();
    return this;
  }

  protected get fields(): Readonly<F> {
    return this.#fields ?? this.#defaults();
  }

  protected change<K extends keyof F>(field: K, value: F[K]): void {
    if (this.#fields === undefined) {
      throw new SdkError(
        "INVALID_OBJECT",
        `${this.constructor.name}: cannot change an object that is not valid`,
      );
    }
    this.#fields[field] = value;
  }

  /** Sets fields without the limits of their setters; the platform's own values need not keep them. */
  protected fill(fields: Partial<F>): void {
    this.#fields = { ...this.fields, ...fields };
  }

  /** Whether all fields are the same: value objects in them by content, lists by their elements. */
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

  /** An invalid one, for `nullobj`. */
  protected static invalid<T extends ValueObject<object>>(value: T): T {
    value.release();
    return Object.freeze(value);
  }
}

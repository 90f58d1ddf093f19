const MASK = "[secret]";

/**
 * A token, code or key on its way through the program. Prints as `[secret]` in strings, JSON and inspect;
 * {@link reveal} is the only way to read the text; call it where the bytes are sent to their owner.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  equals(other: Secret): boolean {
    return this.#text === other.#text;
  }

  get isEmpty(): boolean {
    return this.#text === "";
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return MASK;
  }
}

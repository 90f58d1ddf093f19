import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in a time that tells nothing of how much was right. */
export class Password {
  readonly #digest: Buffer;

  /** @throws {RangeError} when it is empty */
  constructor(password: string) {
    if (password === "") throw new RangeError("password: expected a text that is not empty");
    this.#digest = digestOf(password);
  }

  /** @param given the header `Authorization` */
  isRight(given: string): boolean {
    return timingSafeEqual(this.#digest, digestOf(given));
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

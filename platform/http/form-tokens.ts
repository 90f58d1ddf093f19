import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock/clock.js";

/** How long a page may stay open before its form is submitted, milliseconds. */
const LIFE_MS = 3_600_000;

/**
 * Tokens that prove that a form comes from its own page: another site can submit a form here but cannot read the page. The
 * tokens are signed, so the platform stores none.
 */
export class FormTokens {
  readonly #key: Uint8Array;
  readonly #clock: Clock;

  /** @param key 32 random bytes */
  constructor(key: Uint8Array, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** @param action target of the form, with its query */
  issue(action: string): string {
    const end = String(Math.floor(this.#clock.now()) + LIFE_MS);
    return `${end}.${this.#sign(end, action)}`;
  }

  /** The reason to reject a form, for the player; undefined when the form is valid. */
  rejection(action: string, token: string | undefined): string | undefined {
    const [end = "", signature = ""] = token?.split(".") ?? [];
    if (!isEqual(signature, this.#sign(end, action)))
      return "This form does not come from this page. Open the page again and use its buttons.";
    const left = Number(end) - this.#clock.now();
    // A longer life than any token had at issue means that the platform's clock was set back.
    return left > 0 && left <= LIFE_MS
      ? undefined
      : "This page is too old. Open it again and use its buttons.";
  }

  #sign(end: string, action: string): string {
    return createHmac("sha256", this.#key).update(`${end} ${action}`).digest("base64url");
  }
}

function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

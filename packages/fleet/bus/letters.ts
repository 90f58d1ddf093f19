import type { Clock } from "sdkpp/voice";
import { NONCE_BYTES, openBytes, sealBytes } from "./aead.js";
import { keyFor } from "./fleet-key.js";

const SALT_BYTES = 16;
const TIME_BYTES = 6;
/** Each salt makes a key of its own, so all of them may have the same nonce. */
const NONCE = new Uint8Array(NONCE_BYTES);
/** The clocks of two machines may differ by so much, milliseconds. */
const LATEST_MS = 30_000;
/** So many letters in that time are remembered; behind them none is taken until older ones are forgotten. */
const MOST_SEEN = 100_000;

/** Of a process: what letters need. */
export interface LetterParts {
  readonly fleetKey: Uint8Array;
  readonly random: (bytes: number) => Uint8Array;
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
  readonly clock: Clock;
}

/** Messages of their own, sealed for everybody with the fleet key: requests, answers, and what workers say of themselves. */
export class Letters {
  readonly #parts: LetterParts;
  /** Salts of letters that were opened once, with the time at which they are forgotten. */
  readonly #seen = new Map<string, number>();

  constructor(parts: LetterParts) {
    this.#parts = parts;
  }

  /** @param purpose what it opens for, and nothing else */
  seal(purpose: string, text: unknown): Uint8Array {
    const { fleetKey, random, wallClock } = this.#parts;
    const salt = random(SALT_BYTES);
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(wallClock(), 0, TIME_BYTES);
    const body = Buffer.concat([time, Buffer.from(JSON.stringify(text))]);
    return Buffer.concat([salt, sealBytes(keyFor(fleetKey, salt, purpose), NONCE, salt, body)]);
  }

  /** @returns undefined: it is not authentic, or older than 30 s */
  open(purpose: string, letter: Uint8Array): unknown {
    const salt = letter.subarray(0, SALT_BYTES);
    const key = keyFor(this.#parts.fleetKey, salt, purpose);
    const body = openBytes(key, NONCE, salt, letter.subarray(SALT_BYTES));
    if (body === undefined || body.length < TIME_BYTES) return undefined;
    const ageMs = this.#parts.wallClock() - body.readUIntBE(0, TIME_BYTES);
    if (Math.abs(ageMs) > LATEST_MS) return undefined;
    return JSON.parse(body.toString("utf8", TIME_BYTES)) as unknown;
  }

  /** As {@link open}, once: a letter that is sent again does nothing. */
  openOnce(purpose: string, letter: Uint8Array): unknown {
    const text = this.open(purpose, letter);
    if (text === undefined) return undefined;
    const salt = Buffer.from(letter.subarray(0, SALT_BYTES)).toString("latin1");
    this.#forget();
    if (this.#seen.has(salt) || this.#seen.size >= MOST_SEEN) return undefined;
    // one whose sender is ahead stays valid for longer
    this.#seen.set(salt, this.#parts.clock.now() + 2 * LATEST_MS);
    return text;
  }

  /** In the order in which they came. */
  #forget(): void {
    const nowMs = this.#parts.clock.now();
    for (const [salt, untilMs] of this.#seen) {
      if (untilMs > nowMs) return;
      this.#seen.delete(salt);
    }
  }
}

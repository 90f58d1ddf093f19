import { seeded } from "./seeded.js";

/** Member names that some parser reads, so that garbage gets past the first check. */
const NAMES = (
  "op d s t seq token session_id guild_id channel_id lobby_id user_id user_ids server_id query limit nonce presences " +
  "activities status since afk self_mute self_deaf shard intents capabilities compress properties presence fields " +
  "protocol data address port mode speaking ssrc delay seq_ack transition_id max_dave_protocol_version streams " +
  "secret metadata members flags id lobby_metadata member_metadata idle_timeout_seconds additional_name content " +
  "username discriminator note type activity party_id recipient_id messages message_id embeds allowed_mentions " +
  "grant_type code code_verifier redirect_uri refresh_token client_id client_secret scope name details state " +
  "timestamps start end assets large_image secrets join buttons label url __proto__ constructor toString length"
).split(" ");

const SCALARS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  255,
  65_536,
  2 ** 31,
  2 ** 53,
  1e300,
  -1e300,
  "",
  "0",
  "-1",
  "1e3",
  "18446744073709551615",
  "18446744073709551616",
  "99999999999999999999",
  "null",
  "@me",
  "../..",
  "%00",
  "\u0000",
  "\ud800",
  "É鍵🎧",
  "__proto__",
  "x".repeat(5000),
];

/** Generates garbage input, deterministic for a seed. */
export class Garbage {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** True with this probability, 0 to 1. */
  chance(of: number): boolean {
    return this.#next() < of;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Bytes of a length up to `limit`, short ones more often. */
  someBytes(limit: number): Buffer {
    return this.bytes(Math.floor(this.#next() ** 3 * limit));
  }

  /** Characters from all of Unicode, including lone surrogates. */
  text(limit = 40): string {
    const codes = Array.from({ length: this.below(limit) }, () =>
      this.below(this.chance(0.7) ? 128 : 0x10000),
    );
    return String.fromCharCode(...codes);
  }

  /** Any JSON value. */
  value(depth = 3): unknown {
    if (depth === 0 || this.chance(0.5)) return this.chance(0.7) ? this.pick(SCALARS) : this.text();
    const size = this.below(5);
    if (this.chance(0.4)) return Array.from({ length: size }, () => this.value(depth - 1));
    return this.object(size, depth);
  }

  /** An object with members that parsers may read. */
  object(size = this.below(6), depth = 3): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (let n = 0; n < size; n += 1)
      Object.defineProperty(object, this.chance(0.9) ? this.pick(NAMES) : this.text(), {
        value: this.value(depth - 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return object;
  }

  /** JSON text, valid or nearly. */
  json(): string {
    if (this.chance(0.05)) return "[".repeat(this.below(4000));
    const text = JSON.stringify(this.chance(0.7) ? this.object() : this.value());
    return this.chance(0.85) ? text : this.damaged(Buffer.from(text)).toString("utf8");
  }

  /** The text with some parts changed, cut off or duplicated. */
  damaged(data: Buffer): Buffer {
    const copy = Buffer.from(data);
    for (let n = this.below(4); n > 0 && copy.length > 0; n -= 1)
      copy[this.below(copy.length)] = this.below(256);
    if (this.chance(0.2)) return copy.subarray(0, this.below(copy.length + 1));
    return this.chance(0.1) ? Buffer.concat([copy, copy]) : copy;
  }
}

const factor = Number(process.env["SDKPP_GARBAGE_FACTOR"] ?? 1);

/** The seed of this run; failing tests print it. */
export const GARBAGE_SEED = Number(process.env["SDKPP_GARBAGE_SEED"] ?? 1);

/** Number of inputs for one entry point: `short` in the short form, times `SDKPP_GARBAGE_FACTOR` in the long form. */
export function inputs(short: number): number {
  return Math.round(short * factor);
}

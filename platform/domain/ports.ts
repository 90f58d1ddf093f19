import type { Snowflake } from "sdkpp/wire";
import type { Clock } from "../clock/clock.js";

export interface Ids {
  /** A new snowflake, larger than every one before. */
  next(): Snowflake;
}

export interface Random {
  /** `length` characters of `[A-Za-z0-9]`, unguessable. */
  token(length: number): string;
}

export interface Digest {
  /** SHA-256 of the text's UTF-8 bytes, base64url without padding. */
  sha256(text: string): string;
  /** Whether two texts are equal, in time that does not tell where they differ. */
  equal(left: string, right: string): boolean;
}

/** What the rules are not allowed to make themselves. */
export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly digest: Digest;
}

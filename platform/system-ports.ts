import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type { Clock } from "./clock/clock.js";
import { isSelfSigned, uncompressed } from "./dave/index.js";
import type { Digest, KeyChecks, Ports, Random } from "./domain/world/ports.js";
import { SnowflakeIds } from "./domain/world/snowflake-ids.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const random: Random = {
  token: (length) => Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(""),
};

const digest: Digest = {
  sha256: (text) => createHash("sha256").update(text, "utf8").digest("base64url"),
  equal: (left, right) => timingSafeEqual(hashOf(left), hashOf(right)),
};

const keyChecks: KeyChecks = {
  pointOf: uncompressed,
  isSelfSigned: ({ point, publicKey, sessionId, signature }) =>
    isSelfSigned(point, publicKey, sessionId, signature),
};

/** What the rules get from the machine. */
export function systemPorts(clock: Clock): Ports {
  return { clock, ids: new SnowflakeIds(clock), random, digest, keyChecks };
}

/** A secure uniform integer from 0 to below `limit`. */
export function randomBelow(limit: number): number {
  return randomInt(limit);
}

/** A new private key of P-256. */
export function makeSigningKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
}

export { randomBytes };

/** Equal lengths, as the comparison wants. */
function hashOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

import {
  createPrivateKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  randomInt,
  sign,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type { Clock } from "./clock/clock.js";
import { isSelfSigned, uncompressed } from "./dave/index.js";
import type {
  Digest,
  FileContentsPort,
  FileLinksPort,
  KeyChecks,
  Ports,
  Random,
  Signatures,
} from "./domain/world/ports.js";
import { SnowflakeIds } from "./domain/world/snowflake-ids.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const ED25519_KEY_BYTES = 32;

const random: Random = {
  token: (length) => Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(""),
};

const digest: Digest = {
  sha256: (text) => hash("sha256", text, "base64url"),
  equal: (left, right) => timingSafeEqual(hashOf(left), hashOf(right)),
};

const keyChecks: KeyChecks = {
  pointOf: uncompressed,
  isSelfSigned: ({ point, publicKey, sessionId, signature }) =>
    isSelfSigned(point, publicKey, sessionId, signature),
};

const signatures: Signatures = {
  makeKeys: () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    return {
      // The structure ends with the key itself.
      publicKey: publicKey
        .export({ format: "der", type: "spki" })
        .subarray(-ED25519_KEY_BYTES)
        .toString("hex"),
      privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url"),
    };
  },
  sign: (privateKey, text) => {
    const der = Buffer.from(privateKey, "base64url");
    const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    return sign(null, Buffer.from(text, "utf8"), key).toString("hex");
  },
};

/** The platform's real clock, ids, randomness and cryptography for the rules. */
export function systemPorts(
  clock: Clock,
  remark: (line: string) => void,
): Omit<Ports, keyof (FileLinksPort & FileContentsPort)> & { readonly ids: SnowflakeIds } {
  return { remark, clock, ids: new SnowflakeIds(clock), random, digest, keyChecks, signatures };
}

/** A cryptographically secure uniform integer from 0 to `limit` − 1. */
export function randomBelow(limit: number): number {
  return randomInt(limit);
}

/** Generates a P-256 private key. */
export function makeSigningKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
}

export { randomBytes };

/** Hashes have equal lengths, as the comparison requires. */
function hashOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

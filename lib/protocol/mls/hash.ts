import { concatBytes, mlsU8, NO_BYTES } from "../../wire/index.js";
import { plainView } from "../buffer-view.js";
import * as crypto from "node:crypto";
import { wipe } from "../wipe.js";

/** Bytes of a hash, and of every secret of the key schedule (`KDF.Nh`). */
export const HASH_BYTES = 32;

export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  return plainView(crypto.createHash("sha256").update(bytes).digest());
}

export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return plainView(crypto.createHmac("sha256", key).update(bytes).digest());
}

/** HKDF-Extract is HMAC with the salt as key (RFC 5869 2.2). */
export const hkdfExtract = hmac;

/** HKDF-Expand (RFC 5869 2.3). @param length 1 … 8160 bytes */
export function hkdfExpand(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let block: Uint8Array = NO_BYTES;
  for (let at = 0, counter = 1; at < length; at += HASH_BYTES, counter += 1) {
    const input = concatBytes(block, info, mlsU8(counter));
    wipe(block);
    block = hmac(secret, input);
    wipe(input);
    output.set(block.subarray(0, length - at), at);
  }
  wipe(block);
  return output;
}

/** Compares secrets in constant time. */
export function isSameSecretBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && crypto.timingSafeEqual(left, right);
}

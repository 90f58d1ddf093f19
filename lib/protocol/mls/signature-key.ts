import type { Field } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import { isPrivateKey, PRIVATE_KEY_BYTES, publicKeyOf } from "./p256.js";
import type { RandomBytes } from "./random.js";
import { restoreKeyPair } from "./saved-keys.js";

/** Key of a member's signatures: ECDSA P-256. Belongs to the caller, who also wipes it. */
export interface SignatureKeyPair {
  /** 65 bytes, `04 || X || Y` */
  readonly publicKey: Uint8Array;
  /** 32 bytes */
  readonly privateKey: Uint8Array;
}

/** Tries of {@link generateSignatureKey}; that one fails has a chance of 2^−32. */
const CANDIDATES = 64;

/** @throws {Error} when the source yields no key: it is broken */
export function generateSignatureKey(random: RandomBytes): SignatureKeyPair {
  for (let tries = 0; tries < CANDIDATES; tries += 1) {
    const candidate = random(PRIVATE_KEY_BYTES);
    if (isPrivateKey(candidate)) return { publicKey: publicKeyOf(candidate), privateKey: candidate };
  }
  throw new Error("signature key: the source of randomness yields none");
}

/**
 * @param privateKey 32 bytes, 1 … order − 1; copied
 * @throws {ArgumentRangeError} otherwise
 */
export function importSignatureKey(privateKey: Uint8Array): SignatureKeyPair {
  if (!isPrivateKey(privateKey))
    throw new RangeError("privateKey: expected 32 bytes from 1 to the order − 1");
  return { publicKey: publicKeyOf(privateKey), privateKey: privateKey.slice() };
}

/** A key of which the private half was saved. Required. @throws {RestoreError} when that is no private key */
export function restoreSignatureKey(saved: FieldReader, field: Field): SignatureKeyPair {
  return restoreKeyPair(saved, field);
}

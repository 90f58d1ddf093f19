import { concatBytes } from "../../wire/index.js";
import { plainView } from "../buffer-view.js";
import * as crypto from "node:crypto";

export const AEAD_KEY_BYTES = 16;
export const AEAD_NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-128-GCM without additional data. @returns ciphertext and tag */
export function aeadSeal(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array): Uint8Array {
  const cipher = crypto.createCipheriv("aes-128-gcm", key, nonce);
  return concatBytes(cipher.update(plaintext), cipher.final(), cipher.getAuthTag());
}

/** @returns undefined when the ciphertext is not of this key and nonce */
export function aeadOpen(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  const split = sealed.length - TAG_BYTES;
  if (split < 0) return undefined;
  const decipher = crypto.createDecipheriv("aes-128-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(split));
  const plaintext = plainView(decipher.update(sealed.subarray(0, split)));
  try {
    decipher.final();
    return plaintext;
  } catch {
    plaintext.fill(0);
    return undefined;
  }
}

import { createCipheriv, createDecipheriv } from "node:crypto";

const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;
export const NONCE_BYTES = 12;

/** AES-256-GCM: the ciphertext and its tag behind it. A key and a nonce meet once. */
export function sealBytes(key: Uint8Array, nonce: Uint8Array, bound: Uint8Array, text: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound);
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** @returns undefined: it was not sealed with this key for `bound`, or is damaged */
export function openBytes(
  key: Uint8Array,
  nonce: Uint8Array,
  bound: Uint8Array,
  sealed: Uint8Array,
): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(bound).setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

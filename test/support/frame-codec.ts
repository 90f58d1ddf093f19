// An independent implementation of the frames of `native/core/dave` for tests: generation 0, no clear ranges; what it seals itself has a nonce
// below 128.
import { createCipheriv, createDecipheriv, createHmac, type CipherGCMTypes } from "node:crypto";

const CIPHER: CipherGCMTypes = "aes-128-gcm";
const KEY_BYTES = 16;
const TAG = { authTagLength: 8 };
/** Tag, one byte of nonce, size, marker. */
const TRAILER_BYTES = 12;

/** ExpandWithLabel(base, "key", generation 0), RFC 9420 section 8; one block of HKDF is enough. */
function keyOf(base: Uint8Array): Buffer {
  const info = Buffer.concat([
    Buffer.from([0, KEY_BYTES, 11]),
    Buffer.from("MLS 1.0 key"),
    Buffer.from([4, 0, 0, 0, 0, 1]),
  ]);
  return createHmac("sha256", base).update(info).digest().subarray(0, KEY_BYTES);
}

function ivOf(nonce: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32LE(nonce, 8);
  return iv;
}

/** @param nonce 1 to 127 */
export function sealFrame(base: Uint8Array, nonce: number, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, keyOf(base), ivOf(nonce), TAG);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([body, cipher.getAuthTag(), Buffer.from([nonce, TRAILER_BYTES, 0xfa, 0xfa])]);
}

/** @returns undefined when this base does not open it */
export function openFrame(base: Uint8Array, frame: Buffer): Buffer | undefined {
  const end = frame.length - frame[frame.length - 3]!;
  if (end < 0) return undefined;
  const decipher = createDecipheriv(CIPHER, keyOf(base), ivOf(nonceOf(frame)), TAG);
  decipher.setAuthTag(frame.subarray(end, end + 8));
  try {
    return Buffer.concat([decipher.update(frame.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The nonce of a sealed frame without clear ranges: ULEB128 behind the tag. */
export function nonceOf(frame: Buffer): number {
  const at = frame.length - frame[frame.length - 3]! + 8;
  const bytes = frame.subarray(at, frame.length - 3);
  return bytes.reduceRight((nonce, byte) => nonce * 0x80 + (byte & 0x7f), 0);
}

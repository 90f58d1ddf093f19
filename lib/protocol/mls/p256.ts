import type { ECDH } from "node:crypto";
import { plainView } from "../buffer-view.js";
import * as crypto from "node:crypto";

/** Order of the group. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const CURVE = "prime256v1";
const PUBLIC_KEY_BYTES = 65;
const UNCOMPRESSED = 4;

export const PRIVATE_KEY_BYTES = 32;

/** Whether these bytes are a private key: 32 bytes, 1 … order − 1. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === PRIVATE_KEY_BYTES && bytes.some((byte) => byte !== 0) && isBelowOrder(bytes);
}

/**
 * Whether these bytes are an uncompressed point of the curve. Other bytes would fail only later, in the
 * middle of a key agreement.
 */
export function isPublicKey(point: Uint8Array): boolean {
  if (point.length !== PUBLIC_KEY_BYTES || point[0] !== UNCOMPRESSED) return false;
  try {
    crypto.ECDH.convertKey(point, CURVE);
    return true;
  } catch {
    return false;
  }
}

/** @throws {Error} when the private key is out of range */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return plainView(ecdh(privateKey).getPublicKey());
}

/** Diffie-Hellman: the X coordinate, 32 bytes. @throws {Error} when a key is invalid */
export function agree(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return plainView(ecdh(privateKey).computeSecret(publicKey));
}

function ecdh(privateKey: Uint8Array): ECDH {
  const curve = crypto.createECDH(CURVE);
  curve.setPrivateKey(privateKey);
  return curve;
}

function isBelowOrder(bytes: Uint8Array): boolean {
  for (const [at, byte] of bytes.entries()) {
    const bound = Number((ORDER >> BigInt(8 * (PRIVATE_KEY_BYTES - 1 - at))) & 0xffn);
    if (byte !== bound) return byte < bound;
  }
  return false;
}

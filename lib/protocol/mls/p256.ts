import type { ECDH } from "node:crypto";
import { bufferView, plainView } from "./buffer-view.js";
import { nodeCrypto } from "./node-crypto.js";

/** Order of the group. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const FIELD = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const CURVE_B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

export const PRIVATE_KEY_BYTES = 32;

/** Whether these bytes are a private key: 32 bytes, 1 … order − 1. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === PRIVATE_KEY_BYTES && bytes.some((byte) => byte !== 0) && isBelowOrder(bytes);
}

/**
 * Whether these bytes are an uncompressed point of the curve. What is not would fail only later, in the
 * middle of a key agreement.
 */
export function isPublicKey(point: Uint8Array): boolean {
  if (point.length !== 65 || point[0] !== 4) return false;
  const x = toInteger(point.subarray(1, 33));
  const y = toInteger(point.subarray(33));
  return x < FIELD && y < FIELD && (y * y - (x * x * x - 3n * x + CURVE_B)) % FIELD === 0n;
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
  const curve = nodeCrypto().createECDH("prime256v1");
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

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${bufferView(bytes).toString("hex")}`);
}

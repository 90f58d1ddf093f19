import { createHash, createPublicKey, ECDH, sign, verify, type KeyObject } from "node:crypto";
import { mlsLabelled } from "sdkpp/wire";

/** SubjectPublicKeyInfo of P-256 up to the 65 bytes of the point (RFC 5480). */
const SPKI_PREFIX = Buffer.from("3059301306072a8648ce3d020106082a8648ce3d030107034200", "hex");

/** `SignWithLabel` of ciphersuite 2 (RFC 9420 5.1.2): ECDSA over P-256 and SHA-256, ASN.1 DER. */
export function signWithLabel(key: KeyObject, label: string, content: Uint8Array): Uint8Array {
  return sign("sha256", mlsLabelled(label, content), key);
}

/** `VerifyWithLabel`. @param point uncompressed; a point that is not on the curve never verifies */
export function verifyWithLabel(
  point: Uint8Array,
  label: string,
  content: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    return verify("sha256", mlsLabelled(label, content), publicKey(point), signature);
  } catch {
    return false;
  }
}

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;

/** Whether these bytes are an uncompressed point of the curve. */
export function isPoint(bytes: Uint8Array): boolean {
  return bytes.length === POINT_BYTES && bytes[0] === UNCOMPRESSED && uncompressed(bytes) !== undefined;
}

/** The 65-byte form of a point. @param bytes X9.62, in either form @returns undefined when it is not a point of the curve */
export function uncompressed(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const point = ECDH.convertKey(bytes, CURVE) as Buffer;
    // The point at infinity converts to one byte.
    return point.length === POINT_BYTES ? point : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The uncompressed point of a P-256 private key, 65 bytes. Exports DER, because an export as JWK holds the key's lock while
 * it allocates, and deadlocks when the garbage collector then frees the job that generated the key.
 */
export function pointOf(key: KeyObject): Uint8Array {
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  if (!der.subarray(0, SPKI_PREFIX.length).equals(SPKI_PREFIX)) throw new RangeError("expected a P-256 key");
  return Uint8Array.from(der.subarray(SPKI_PREFIX.length));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

function publicKey(point: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, point]), format: "der", type: "spki" });
}

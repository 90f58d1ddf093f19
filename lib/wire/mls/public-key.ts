import { MLS_PUBLIC_KEY_BYTES } from "./constants.js";
import type { MlsReader } from "./reader.js";

/** A public key as a vector: an uncompressed P-256 point; the 33-byte form is rejected (DAVE 1.1.4). */
export function readPublicKey(reader: MlsReader): Uint8Array {
  const key = reader.vector();
  if (key.length !== MLS_PUBLIC_KEY_BYTES || key[0] !== 4)
    throw reader.unexpected("an uncompressed P-256 point", key.length);
  return key;
}

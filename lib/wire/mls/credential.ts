import { MlsCredentialType } from "./constants.js";
import type { MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsU64, mlsVector } from "./writer.js";

/** Reads a basic credential (RFC 9420 5.3). @returns the identity */
export function readBasicCredential(reader: MlsReader): Uint8Array {
  const type = reader.u16();
  if (type !== MlsCredentialType.Basic) throw reader.unexpected(`a basic credential, not ${String(type)}`, 2);
  return reader.vector();
}

export function encodeBasicCredential(identity: Uint8Array): Uint8Array {
  return concatBytes(mlsU16(MlsCredentialType.Basic), mlsVector(identity));
}

/** The identity of a user: the id as eight bytes, big-endian (DAVE 1.1.4). */
export function encodeIdentity(userId: bigint): Uint8Array {
  return mlsU64(userId);
}

/** @returns undefined when the identity has not eight bytes */
export function decodeIdentity(identity: Uint8Array): bigint | undefined {
  if (identity.length !== 8) return undefined;
  return identity.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

import { decodeWhole } from "./reader.js";
import { concatBytes, mlsOptional, mlsVector } from "./writer.js";

/** The secret part of a welcome, one for each new member (RFC 9420 12.4.3.1). */
export interface GroupSecrets {
  readonly joinerSecret: Uint8Array;
  /** of the lowest node that the new member and the committer share; absent when the commit had no path */
  readonly pathSecret: Uint8Array | undefined;
  /** ids of pre-shared keys, undecoded; empty in DAVE */
  readonly preSharedKeys: Uint8Array;
}

/** @throws {MlsDecodeError} */
export function decodeGroupSecrets(bytes: Uint8Array): GroupSecrets {
  return decodeWhole(bytes, (reader) => ({
    joinerSecret: reader.vector(),
    pathSecret: reader.optional((inner) => inner.vector()),
    preSharedKeys: reader.vector(),
  }));
}

/** Group secrets without pre-shared keys. */
export function encodeGroupSecrets(joinerSecret: Uint8Array, pathSecret: Uint8Array | undefined): Uint8Array {
  return concatBytes(mlsVector(joinerSecret), mlsOptional(pathSecret && mlsVector(pathSecret)), mlsVector());
}

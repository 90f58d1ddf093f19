import {
  authenticatedContent,
  concatBytes,
  KEY_PACKAGE_REFERENCE,
  mlsLabelled,
  mlsReferenceInput,
  mlsU16,
  NO_BYTES,
  PROPOSAL_REFERENCE,
  type PublicMessage,
} from "../../wire/index.js";
import { HASH_BYTES, hkdfExpand, sha256Bytes } from "./hash.js";

/** `ExpandWithLabel` (RFC 9420 8). @param length bytes of the result */
export function expandWithLabel(
  secret: Uint8Array,
  label: string,
  context: Uint8Array,
  length: number,
): Uint8Array {
  return hkdfExpand(secret, concatBytes(mlsU16(length), mlsLabelled(label, context)), length);
}

/** `DeriveSecret` (RFC 9420 8). */
export function deriveSecret(secret: Uint8Array, label: string): Uint8Array {
  return expandWithLabel(secret, label, NO_BYTES, HASH_BYTES);
}

/** `RefHash` (RFC 9420 5.2). */
export function refHash(label: string, value: Uint8Array): Uint8Array {
  return sha256Bytes(mlsReferenceInput(label, value));
}

/** @param keyPackage bare */
export function keyPackageReference(keyPackage: Uint8Array): Uint8Array {
  return refHash(KEY_PACKAGE_REFERENCE, keyPackage);
}

export function proposalReference({ content, signature }: PublicMessage): Uint8Array {
  return refHash(PROPOSAL_REFERENCE, authenticatedContent(content.bytes, signature));
}

import {
  decodeIdentity,
  decodeKeyPackage,
  isSameBytes,
  KEY_PACKAGE_REFERENCE,
  leafNodeTbs,
  MLS_CIPHERSUITE,
  MLS_LIFETIME_END,
  MLS_VERSION,
  MlsDecodeError,
  mlsReferenceInput,
  NO_BYTES,
  type KeyPackage,
  type LeafNode,
  type Snowflake,
} from "sdkpp/wire";
import { sha256, verifyWithLabel } from "./p256.js";
import type { Refusal } from "./refusal.js";

/** A key package by which its user can be added. */
export interface AcceptedKeyPackage {
  readonly userId: Snowflake;
  /** bare */
  readonly bytes: Uint8Array;
  /** hex; what a welcome calls its addressee */
  readonly reference: string;
  readonly signatureKey: Uint8Array;
}

/** Whether op 26 holds a key package of this user that members will accept (DAVE 1.1.4). */
export function checkKeyPackage(payload: Uint8Array, userId: Snowflake): AcceptedKeyPackage | Refusal {
  // Views of the payload are kept, so they must not be of a socket's buffer.
  const decoded = decoding(() => decodeKeyPackage(Uint8Array.from(payload)));
  if (decoded === undefined) return "undecodable";
  if (!isOfUs(decoded) || !belongsTo(decoded.leaf, userId) || !isSigned(decoded)) return "unacceptable";
  return {
    userId,
    bytes: decoded.bytes,
    reference: Buffer.from(sha256(mlsReferenceInput(KEY_PACKAGE_REFERENCE, decoded.bytes))).toString("hex"),
    signatureKey: decoded.leaf.signatureKey,
  };
}

/** @returns undefined for bytes that are not what they claim to be */
export function decoding<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof MlsDecodeError) return undefined;
    throw error;
  }
}

function isOfUs({ version, cipherSuite, initKey, leaf, extensions }: KeyPackage): boolean {
  const { source } = leaf;
  return (
    version === MLS_VERSION &&
    cipherSuite === MLS_CIPHERSUITE &&
    extensions.length === 0 &&
    leaf.extensions.length === 0 &&
    source.kind === "keyPackage" &&
    source.notBefore === 0n &&
    source.notAfter === MLS_LIFETIME_END &&
    !isSameBytes(initKey, leaf.encryptionKey)
  );
}

function belongsTo(leaf: LeafNode, userId: Snowflake): boolean {
  return decodeIdentity(leaf.identity) === BigInt(userId);
}

function isSigned({ leaf, tbs, signature }: KeyPackage): boolean {
  const leafTbs = leafNodeTbs(leaf.tbs, leaf.source, NO_BYTES);
  return (
    verifyWithLabel(leaf.signatureKey, "LeafNodeTBS", leafTbs, leaf.signature) &&
    verifyWithLabel(leaf.signatureKey, "KeyPackageTBS", tbs, signature)
  );
}

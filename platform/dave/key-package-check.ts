import {
  decodeIdentity,
  decodeKeyPackage,
  isSameBytes,
  KEY_PACKAGE_REFERENCE,
  leafNodeTbs,
  MLS_CIPHERSUITE,
  MLS_LIFETIME_END,
  MLS_VERSION,
  MlsCredentialType,
  MlsDecodeError,
  mlsReferenceInput,
  NO_BYTES,
  type KeyPackage,
  type LeafNode,
  type Snowflake,
} from "sdkpp/wire";
import { isPoint, sha256, verifyWithLabel } from "./p256.js";
import type { Rejection } from "./rejection.js";

/** A valid key package with which its user can be added. */
export interface AcceptedKeyPackage {
  readonly userId: Snowflake;
  /** without an MLSMessage header */
  readonly bytes: Uint8Array;
  /** hex; identifies the recipient in a welcome */
  readonly reference: string;
  readonly signatureKey: Uint8Array;
  readonly encryptionKey: Uint8Array;
  readonly initKey: Uint8Array;
}

/**
 * Whether op 26 holds a key package of this user that members can use (DAVE 1.1.4, voice E2EE 12.1). Clients that do not
 * catch errors crash on an invalid one.
 */
export function checkKeyPackage(payload: Uint8Array, userId: Snowflake): AcceptedKeyPackage | Rejection {
  // Copied, because the result keeps views of the payload, which may be in a socket's buffer.
  const decoded = decoding(() => decodeKeyPackage(Uint8Array.from(payload)));
  if (decoded === undefined) return "undecodable";
  if (!isSupported(decoded) || !belongsTo(decoded.leaf, userId) || !isSigned(decoded)) return "unacceptable";
  if (!isUsable(decoded.leaf) || !isPoint(decoded.initKey)) return "unacceptable";
  const { bytes, initKey, leaf } = decoded;
  return {
    userId,
    bytes,
    reference: Buffer.from(sha256(mlsReferenceInput(KEY_PACKAGE_REFERENCE, bytes))).toString("hex"),
    signatureKey: leaf.signatureKey,
    encryptionKey: leaf.encryptionKey,
    initKey,
  };
}

/** @returns undefined when the bytes cannot be decoded */
export function decoding<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof MlsDecodeError) return undefined;
    throw error;
  }
}

/** Whether others can encrypt to the leaf, and it supports what the group requires (RFC 9420 7.2, 7.3). */
export function isUsable({ capabilities, extensions, encryptionKey, signatureKey }: LeafNode): boolean {
  return (
    extensions.length === 0 &&
    capabilities.versions.includes(MLS_VERSION) &&
    capabilities.cipherSuites.includes(MLS_CIPHERSUITE) &&
    capabilities.credentials.includes(MlsCredentialType.Basic) &&
    isPoint(encryptionKey) &&
    isPoint(signatureKey)
  );
}

function isSupported({ version, cipherSuite, initKey, leaf, extensions }: KeyPackage): boolean {
  const { source } = leaf;
  return (
    version === MLS_VERSION &&
    cipherSuite === MLS_CIPHERSUITE &&
    extensions.length === 0 &&
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

import {
  concatBytes,
  decodeIdentity,
  leafNodeTbs,
  mlsU32,
  mlsVector,
  type KeyPackage,
  type LeafNode,
  MLS_CIPHERSUITE,
  MLS_VERSION,
  MlsCredentialType,
  isSameBytes,
} from "../../wire/index.js";
import { check, FailedCheck } from "./error.js";
import { isPublicKey } from "./p256.js";
import type { SignatureVerifier } from "./signature.js";

/** User id in a leaf's credential. @throws {FailedCheck} MLS_IDENTITY when it has not eight bytes */
export function userIdOf(leaf: LeafNode): bigint {
  const userId = decodeIdentity(leaf.identity);
  if (userId === undefined) throw new FailedCheck("MLS_IDENTITY", "identity of a leaf has not eight bytes");
  return userId;
}

/** Group and leaf index, which every leaf that is not from a key package signs too (RFC 9420 7.2). */
export function leafPlace(groupId: Uint8Array, leafIndex: number): Uint8Array {
  return concatBytes(mlsVector(groupId), mlsU32(leafIndex));
}

export function checkLeafSignature(verifier: SignatureVerifier, leaf: LeafNode, place: Uint8Array): void {
  const tbs = leafNodeTbs(leaf.tbs, leaf.source, place);
  const isSigned = verifier.verify(leaf.signatureKey, "LeafNodeTBS", tbs, leaf.signature);
  check(isSigned, "MLS_LEAF_SIGNATURE", "signature of a leaf");
}

export function checkPublicKey(key: Uint8Array, what: string): void {
  check(isPublicKey(key), "MLS_PUBLIC_KEY", `${what} is not a point of the curve`);
}

/**
 * The leaf names what the group uses, and carries no extensions (RFC 9420 7.2, 7.3). The extension types 1 to 5 need
 * not be named.
 */
export function checkAbilities({ capabilities, extensions }: LeafNode): void {
  const isAble =
    capabilities.versions.includes(MLS_VERSION) &&
    capabilities.cipherSuites.includes(MLS_CIPHERSUITE) &&
    capabilities.credentials.includes(MlsCredentialType.Basic);
  check(isAble, "MLS_CAPABILITIES", "a leaf does not name the version, suite and credential of the group");
  check(extensions.length === 0, "MLS_EXTENSIONS", "a leaf with extensions");
}

/** The checks of a key package before it may be added (RFC 9420 10.1, DAVE 1.1.4). */
export function checkKeyPackage(verifier: SignatureVerifier, keyPackage: KeyPackage): void {
  checkSuite(keyPackage);
  checkKeyPackageSource(keyPackage.leaf);
  checkAbilities(keyPackage.leaf);
  check(keyPackage.extensions.length === 0, "MLS_EXTENSIONS", "a key package with extensions");
  checkInitKey(keyPackage);
  userIdOf(keyPackage.leaf);
  checkLeafSignature(verifier, keyPackage.leaf, new Uint8Array(0));
  checkKeyPackageSignature(verifier, keyPackage);
}

/** @param what a key package or a group context */
export function checkSuite(what: { readonly version: number; readonly cipherSuite: number }): void {
  const isOurs = what.version === MLS_VERSION && what.cipherSuite === MLS_CIPHERSUITE;
  check(isOurs, "MLS_SUITE", `version ${String(what.version)}, suite ${String(what.cipherSuite)}`);
}

function checkKeyPackageSource(leaf: LeafNode): void {
  check(
    leaf.source.kind === "keyPackage",
    "MLS_LEAF_SOURCE",
    "leaf of a key package is from a commit or update",
  );
}

function checkInitKey({ initKey, leaf }: KeyPackage): void {
  checkPublicKey(initKey, "init key");
  checkPublicKey(leaf.encryptionKey, "encryption key of a leaf");
  check(!isSameBytes(initKey, leaf.encryptionKey), "MLS_INIT_KEY_REUSED", "init key is the encryption key");
}

function checkKeyPackageSignature(verifier: SignatureVerifier, { leaf, tbs, signature }: KeyPackage): void {
  const isSigned = verifier.verify(leaf.signatureKey, "KeyPackageTBS", tbs, signature);
  check(isSigned, "MLS_KEY_PACKAGE_SIGNATURE", "signature of a key package");
}

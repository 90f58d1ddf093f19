import { randomBytes } from "node:crypto";
import { generateSignatureKey, type SignatureKeyPair } from "../../../lib/protocol/mls/signature-key.js";
import { Signer } from "../../../lib/protocol/mls/signature.js";
import { generateKeyPair } from "../../../lib/protocol/mls/hpke.js";
import {
  concatBytes,
  encodeBasicCredential,
  encodeExtensions,
  encodeIdentity,
  mlsU16,
  mlsU64,
  mlsU8,
  mlsVector,
  type MlsExtension,
} from "../../../lib/wire/index.js";

/** Capabilities that a member announces; lists of registered numbers. */
export interface Abilities {
  readonly versions?: readonly number[];
  readonly suites?: readonly number[];
  readonly extensions?: readonly number[];
  readonly proposals?: readonly number[];
  readonly credentials?: readonly number[];
}

/** Overrides for parts of a key package; absent parts are valid. */
export interface KeyPackageParts {
  readonly userId: bigint;
  readonly version?: number;
  readonly suite?: number;
  readonly initKey?: Uint8Array;
  readonly encryptionKey?: Uint8Array;
  /** signs leaf and key package */
  readonly key?: SignatureKeyPair;
  /** replaces the signing key in the leaf */
  readonly signatureKey?: Uint8Array;
  readonly identity?: Uint8Array;
  readonly abilities?: Abilities;
  readonly notBefore?: bigint;
  readonly notAfter?: bigint;
  readonly leafExtensions?: readonly MlsExtension[];
  readonly extensions?: readonly MlsExtension[];
  /** of leaf and key package, as made */
  readonly changeSignature?: (which: "leaf" | "keyPackage", signature: Uint8Array) => Uint8Array;
}

const FOREVER = 2n ** 64n - 1n;

export const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

/** A fresh public key, 65 bytes. */
export const freshKey = (): Uint8Array => generateKeyPair(random).publicKey;

/** Has the form of a point but is not on the curve. */
export function offTheCurve(): Uint8Array {
  const key = freshKey();
  key[64]! ^= 1;
  return key;
}

/** A key package with arbitrary flaws; its signatures are valid unless overridden. */
export function keyPackageOf(parts: KeyPackageParts): Uint8Array {
  const { userId, key = generateSignatureKey(random), changeSignature = (_which, same) => same } = parts;
  const signer = new Signer(key);
  const signed = (which: "leaf" | "keyPackage", label: string, content: Uint8Array) =>
    concatBytes(content, mlsVector(changeSignature(which, signer.sign(label, content))));
  const leafContent = concatBytes(
    mlsVector(parts.encryptionKey ?? freshKey()),
    mlsVector(parts.signatureKey ?? key.publicKey),
    encodeBasicCredential(parts.identity ?? encodeIdentity(userId)),
    encodeAbilities(parts.abilities ?? {}),
    mlsU8(1),
    mlsU64(parts.notBefore ?? 0n),
    mlsU64(parts.notAfter ?? FOREVER),
    encodeExtensions(parts.leafExtensions ?? []),
  );
  const content = concatBytes(
    mlsU16(parts.version ?? 1),
    mlsU16(parts.suite ?? 2),
    mlsVector(parts.initKey ?? freshKey()),
    signed("leaf", "LeafNodeTBS", leafContent),
    encodeExtensions(parts.extensions ?? []),
  );
  return signed("keyPackage", "KeyPackageTBS", content);
}

export function encodeAbilities(abilities: Abilities): Uint8Array {
  const { versions = [1], suites = [2], extensions = [], proposals = [], credentials = [1] } = abilities;
  const lists = [versions, suites, extensions, proposals, credentials];
  return concatBytes(...lists.map((numbers) => mlsVector(...numbers.map(mlsU16))));
}

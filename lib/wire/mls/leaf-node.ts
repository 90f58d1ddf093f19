import {
  MLS_CIPHERSUITE,
  MLS_LIFETIME_END,
  MLS_VERSION,
  MlsCredentialType,
  MlsLeafNodeSource,
} from "./constants.js";
import { encodeBasicCredential, readBasicCredential } from "./credential.js";
import { readExtensions, type MlsExtension } from "./extension.js";
import { readPublicKey } from "./public-key.js";
import { decodeWhole, type MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsU64, mlsU8, mlsVector } from "./writer.js";

/** Capabilities that a member declares; lists of registered numbers. */
export interface LeafNodeCapabilities {
  readonly versions: readonly number[];
  readonly cipherSuites: readonly number[];
  readonly extensions: readonly number[];
  readonly proposals: readonly number[];
  readonly credentials: readonly number[];
}

/** Where a leaf node comes from; the first kind is that of key packages. Times are seconds since 1970. */
export type LeafNodeSource =
  | { readonly kind: "keyPackage"; readonly notBefore: bigint; readonly notAfter: bigint }
  | { readonly kind: "update" }
  | { readonly kind: "commit"; readonly parentHash: Uint8Array };

/** RFC 9420 7.2 */
export interface LeafNode {
  readonly encryptionKey: Uint8Array;
  readonly signatureKey: Uint8Array;
  /** of the basic credential */
  readonly identity: Uint8Array;
  readonly capabilities: LeafNodeCapabilities;
  readonly source: LeafNodeSource;
  readonly extensions: readonly MlsExtension[];
  /** all up to the signature; unless the source is a key package, group id and leaf index are signed too */
  readonly tbs: Uint8Array;
  readonly signature: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Reads one leaf node at the reader's place. */
export function decodeLeafNode(reader: MlsReader): LeafNode {
  const start = reader.offset;
  const fields = {
    encryptionKey: readPublicKey(reader),
    signatureKey: readPublicKey(reader),
    identity: readBasicCredential(reader),
    capabilities: readCapabilities(reader),
    source: readSource(reader),
    extensions: readExtensions(reader),
  };
  const tbs = reader.since(start);
  return { ...fields, tbs, signature: reader.vector(), bytes: reader.since(start) };
}

export interface LeafNodeContent {
  readonly encryptionKey: Uint8Array;
  readonly signatureKey: Uint8Array;
  readonly identity: Uint8Array;
  readonly source: LeafNodeSource;
}

/** The unsigned part of a leaf node with the fixed capabilities of DAVE 1.1.4 and no extensions. */
export function encodeLeafNodeContent(content: LeafNodeContent): Uint8Array {
  return concatBytes(
    mlsVector(content.encryptionKey),
    mlsVector(content.signatureKey),
    encodeBasicCredential(content.identity),
    encodeDaveCapabilities(),
    encodeSource(content.source),
    mlsVector(),
  );
}

/** Puts the signature behind {@link encodeLeafNodeContent}. */
export function signedLeafNode(content: Uint8Array, signature: Uint8Array): LeafNode {
  return decodeWhole(concatBytes(content, mlsVector(signature)), decodeLeafNode);
}

/** `LeafNodeTBS` (RFC 9420 7.2): what the leaf's signature covers, with its place in the group unless in a key package. */
export function leafNodeTbs(leaf: Uint8Array, source: LeafNodeSource, place: Uint8Array): Uint8Array {
  return source.kind === "keyPackage" ? leaf : concatBytes(leaf, place);
}

function readCapabilities(reader: MlsReader): LeafNodeCapabilities {
  const numbers = () => reader.list((each) => each.u16());
  return {
    versions: numbers(),
    cipherSuites: numbers(),
    extensions: numbers(),
    proposals: numbers(),
    credentials: numbers(),
  };
}

function readSource(reader: MlsReader): LeafNodeSource {
  const source = reader.u8();
  if (source === MlsLeafNodeSource.KeyPackage)
    return { kind: "keyPackage", notBefore: reader.u64(), notAfter: reader.u64() };
  if (source === MlsLeafNodeSource.Update) return { kind: "update" };
  if (source === MlsLeafNodeSource.Commit) return { kind: "commit", parentHash: reader.vector() };
  throw reader.unexpected(`a leaf node source, not ${String(source)}`, 1);
}

function encodeDaveCapabilities(): Uint8Array {
  return concatBytes(
    mlsVector(mlsU16(MLS_VERSION)),
    mlsVector(mlsU16(MLS_CIPHERSUITE)),
    mlsVector(),
    mlsVector(),
    mlsVector(mlsU16(MlsCredentialType.Basic)),
  );
}

function encodeSource(source: LeafNodeSource): Uint8Array {
  switch (source.kind) {
    case "keyPackage":
      return concatBytes(
        mlsU8(MlsLeafNodeSource.KeyPackage),
        mlsU64(source.notBefore),
        mlsU64(source.notAfter),
      );
    case "update":
      return mlsU8(MlsLeafNodeSource.Update);
    case "commit":
      return concatBytes(mlsU8(MlsLeafNodeSource.Commit), mlsVector(source.parentHash));
  }
}

/** The lifetime of every key package of DAVE 1.1.4: always. */
export const DAVE_LIFETIME: LeafNodeSource = {
  kind: "keyPackage",
  notBefore: 0n,
  notAfter: MLS_LIFETIME_END,
};

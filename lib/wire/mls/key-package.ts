import { MLS_CIPHERSUITE, MLS_VERSION, MlsWireFormat } from "./constants.js";
import { readExtensions, type MlsExtension } from "./extension.js";
import { decodeLeafNode, type LeafNode } from "./leaf-node.js";
import { readPublicKey } from "./public-key.js";
import { decodeWhole, type MlsReader } from "./reader.js";
import { concatBytes, mlsU16, mlsVector } from "./writer.js";

/** RFC 9420 10 */
export interface KeyPackage {
  readonly version: number;
  readonly cipherSuite: number;
  readonly initKey: Uint8Array;
  readonly leaf: LeafNode;
  readonly extensions: readonly MlsExtension[];
  /** all up to the signature */
  readonly tbs: Uint8Array;
  readonly signature: Uint8Array;
  /** the bare form, which references and proposals contain */
  readonly bytes: Uint8Array;
}

/**
 * Decodes a key package, bare (`0001 0002`) or as an MLSMessage (`0001 0005`): DAVE 1.1.4 describes the second,
 * its libraries send the first.
 * @throws {MlsDecodeError}
 */
export function decodeKeyPackage(bytes: Uint8Array): KeyPackage {
  return decodeWhole(bytes, (reader) => {
    const isWrapped = bytes[2] === 0 && bytes[3] === MlsWireFormat.KeyPackage;
    if (isWrapped) reader.raw(4);
    return readKeyPackage(reader);
  });
}

/** Reads one bare key package at the reader's place. */
export function readKeyPackage(reader: MlsReader): KeyPackage {
  const start = reader.offset;
  const fields = {
    version: reader.u16(),
    cipherSuite: reader.u16(),
    initKey: readPublicKey(reader),
    leaf: decodeLeafNode(reader),
    extensions: readExtensions(reader),
  };
  const tbs = reader.since(start);
  return { ...fields, tbs, signature: reader.vector(), bytes: reader.since(start) };
}

/** The unsigned part of a key package without extensions. */
export function encodeKeyPackageContent(initKey: Uint8Array, leaf: Uint8Array): Uint8Array {
  return concatBytes(mlsU16(MLS_VERSION), mlsU16(MLS_CIPHERSUITE), mlsVector(initKey), leaf, mlsVector());
}

/** Puts the signature behind {@link encodeKeyPackageContent}. */
export function signedKeyPackage(content: Uint8Array, signature: Uint8Array): KeyPackage {
  return decodeKeyPackage(concatBytes(content, mlsVector(signature)));
}

import {
  concatBytes,
  encodeKeyPackageContent,
  encodeLeafNodeContent,
  signedKeyPackage,
  signedLeafNode,
  type KeyPackage,
  type LeafNode,
  type LeafNodeContent,
} from "../../../lib/wire/index.js";
import { Signer, type SignatureKeyPair } from "../../../lib/protocol/mls/signature.js";

/** The same bytes with the last one changed. */
export function flipped(bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  changed[changed.length - 1]! ^= 1;
  return changed;
}

/** A key that has the form of a point and is none. */
export function offCurve(key: Uint8Array): Uint8Array {
  return flipped(key);
}

/** A leaf with some fields changed, signed as it has to be. @param place group id and leaf index unless in a key package */
export function resignedLeaf(
  leaf: LeafNode,
  changes: Partial<LeafNodeContent>,
  key: SignatureKeyPair,
  place: Uint8Array = new Uint8Array(0),
): LeafNode {
  const content = encodeLeafNodeContent({ ...leaf, ...changes });
  return signedLeafNode(content, new Signer(key).sign("LeafNodeTBS", concatBytes(content, place)));
}

/** A key package with leaf or init key changed, signed as it has to be. */
export function resignedKeyPackage(
  keyPackage: KeyPackage,
  changes: { readonly leaf?: LeafNode; readonly initKey?: Uint8Array },
  key: SignatureKeyPair,
): KeyPackage {
  const { leaf, initKey } = { ...keyPackage, ...changes };
  const content = encodeKeyPackageContent(initKey, leaf.bytes);
  return signedKeyPackage(content, new Signer(key).sign("KeyPackageTBS", content));
}

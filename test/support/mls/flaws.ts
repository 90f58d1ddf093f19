import {
  concatBytes,
  encodeExtensions,
  encodeKeyPackageContent,
  encodeLeafNodeContent,
  signedKeyPackage,
  signedLeafNode,
  type KeyPackage,
  type LeafNode,
  type LeafNodeContent,
  type MlsExtension,
} from "../../../lib/wire/index.js";
import { encodeAbilities, type Abilities } from "./hostile-key-package.js";
import type { SignatureKeyPair } from "../../../lib/protocol/mls/signature-key.js";
import { Signer } from "../../../lib/protocol/mls/signature.js";

/** The same bytes with the last one changed. */
export function flipped(bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  changed[changed.length - 1]! ^= 1;
  return changed;
}

/** A key with the form of a point that is not on the curve. */
export function offCurve(key: Uint8Array): Uint8Array {
  return flipped(key);
}

/** Fields of a leaf that our own leaves cannot express. */
export interface LeafClaims {
  readonly abilities?: Abilities;
  readonly extensions?: readonly MlsExtension[];
}

/** A leaf with some fields changed and a valid signature. @param place group id and leaf index, except in a key package */
export function resignedLeaf(
  leaf: LeafNode,
  changes: Partial<LeafNodeContent> & LeafClaims,
  key: SignatureKeyPair,
  place: Uint8Array = new Uint8Array(0),
): LeafNode {
  const content = withClaims(encodeLeafNodeContent({ ...leaf, ...changes }), changes);
  return signedLeafNode(content, new Signer(key).sign("LeafNodeTBS", concatBytes(content, place)));
}

/** Follows both keys and the credential. */
const OUR_ABILITIES = encodeAbilities({});

function withClaims(content: Uint8Array, { abilities = {}, extensions = [] }: LeafClaims): Uint8Array {
  const at = Buffer.from(content).indexOf(OUR_ABILITIES, 2 * 67);
  const rest = content.subarray(at + OUR_ABILITIES.length, -1);
  return concatBytes(content.subarray(0, at), encodeAbilities(abilities), rest, encodeExtensions(extensions));
}

/** A key package with leaf or init key changed and a valid signature. */
export function resignedKeyPackage(
  keyPackage: KeyPackage,
  changes: { readonly leaf?: LeafNode; readonly initKey?: Uint8Array },
  key: SignatureKeyPair,
): KeyPackage {
  const { leaf, initKey } = { ...keyPackage, ...changes };
  const content = encodeKeyPackageContent(initKey, leaf.bytes);
  return signedKeyPackage(content, new Signer(key).sign("KeyPackageTBS", content));
}

/** Invalid leaf fields, with the code that rejects them. */
export const POOR_CLAIMS: readonly [string, "MLS_CAPABILITIES" | "MLS_EXTENSIONS", LeafClaims][] = [
  ["a leaf without the version of the group", "MLS_CAPABILITIES", { abilities: { versions: [] } }],
  ["a leaf without the suite of the group", "MLS_CAPABILITIES", { abilities: { suites: [1, 3] } }],
  ["a leaf without basic credentials", "MLS_CAPABILITIES", { abilities: { credentials: [2] } }],
  ["a leaf with an extension", "MLS_EXTENSIONS", { extensions: [{ type: 1, data: Uint8Array.of(0) }] }],
];

import {
  concatBytes,
  encodeParentNode,
  MlsNodeType,
  mlsOptional,
  mlsU32,
  mlsU8,
  mlsVector,
  type LeafNode,
  type ParentNode,
} from "../../wire/index.js";
import { sha256Bytes } from "./hash.js";

/** The hashes of single nodes that a tree hash is built from (RFC 9420 7.8). */

export function leafHash(leafIndex: number, leaf: LeafNode | undefined): Uint8Array {
  return sha256Bytes(concatBytes(mlsU8(MlsNodeType.Leaf), mlsU32(leafIndex), mlsOptional(leaf?.bytes)));
}

export function parentNodeHash(
  parent: ParentNode | undefined,
  left: Uint8Array,
  right: Uint8Array,
): Uint8Array {
  const node = mlsOptional(parent && encodeParentNode(parent));
  return sha256Bytes(concatBytes(mlsU8(MlsNodeType.Parent), node, mlsVector(left), mlsVector(right)));
}

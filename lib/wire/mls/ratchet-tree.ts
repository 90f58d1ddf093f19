import { MlsNodeType } from "./constants.js";
import { decodeLeafNode, type LeafNode } from "./leaf-node.js";
import { readPublicKey } from "./public-key.js";
import { decodeWhole, type MlsReader } from "./reader.js";
import { concatBytes, mlsOptional, mlsU32, mlsU8, mlsVector } from "./writer.js";

/** RFC 9420 7.1 */
export interface ParentNode {
  readonly encryptionKey: Uint8Array;
  readonly parentHash: Uint8Array;
  /** leaf indices, ascending */
  readonly unmergedLeaves: readonly number[];
}

/** A node of the tree; leaves have even indices, parents odd ones. */
export type TreeNode =
  | { readonly kind: "leaf"; readonly leaf: LeafNode }
  | { readonly kind: "parent"; readonly parent: ParentNode };

/** Nodes of a tree with 8192 leaves. */
const NODE_LIMIT = 16_383;

/**
 * Decodes the data of the `ratchet_tree` extension (RFC 9420 12.4.3.3): nodes from left to right, undefined
 * where blank, without the blank ones behind the last.
 * @throws {MlsDecodeError} also for a leaf in a parent's place, and a blank last node
 */
export function decodeRatchetTree(bytes: Uint8Array): (TreeNode | undefined)[] {
  return decodeWhole(bytes, (reader) => {
    let place = -1;
    const nodes = reader.list((each) => {
      place += 1;
      return each.optional((inner) => readTreeNode(inner, place));
    }, NODE_LIMIT);
    if (nodes.at(-1) === undefined) throw reader.unexpected("a last node that is not blank");
    return nodes;
  });
}

export function encodeRatchetTree(nodes: readonly (TreeNode | undefined)[]): Uint8Array {
  const end = nodes.findLastIndex((node) => node !== undefined) + 1;
  return mlsVector(...nodes.slice(0, end).map((node) => mlsOptional(node && encodeTreeNode(node))));
}

export function encodeParentNode({ encryptionKey, parentHash, unmergedLeaves }: ParentNode): Uint8Array {
  return concatBytes(
    mlsVector(encryptionKey),
    mlsVector(parentHash),
    mlsVector(...unmergedLeaves.map(mlsU32)),
  );
}

function encodeTreeNode(node: TreeNode): Uint8Array {
  return node.kind === "leaf"
    ? concatBytes(mlsU8(MlsNodeType.Leaf), node.leaf.bytes)
    : concatBytes(mlsU8(MlsNodeType.Parent), encodeParentNode(node.parent));
}

function readTreeNode(reader: MlsReader, place: number): TreeNode {
  const type = reader.u8();
  const expected = place % 2 === 0 ? MlsNodeType.Leaf : MlsNodeType.Parent;
  if (type !== expected) throw reader.unexpected(`node type ${String(expected)}, not ${String(type)}`, 1);
  return expected === MlsNodeType.Leaf
    ? { kind: "leaf", leaf: decodeLeafNode(reader) }
    : { kind: "parent", parent: readParentNode(reader) };
}

function readParentNode(reader: MlsReader): ParentNode {
  return {
    encryptionKey: readPublicKey(reader),
    parentHash: reader.vector(),
    unmergedLeaves: readUnmergedLeaves(reader),
  };
}

function readUnmergedLeaves(reader: MlsReader): number[] {
  let last = -1;
  return reader.list((each) => {
    const leafIndex = each.u32();
    if (leafIndex <= last) throw each.unexpected("unmerged leaves in ascending order", 4);
    last = leafIndex;
    return leafIndex;
  });
}

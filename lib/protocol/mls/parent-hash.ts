import { concatBytes, mlsVector, NO_BYTES, type ParentNode } from "../../wire/index.js";
import { sha256Bytes } from "./hash.js";
import type { PathStep, RatchetTree } from "./ratchet-tree.js";

/**
 * Parent hash that a node below carries (RFC 9420 7.9): binds the parent's key to the members on its other side
 * as they were when the key was made.
 * @param sibling the parent's child on the other side
 */
export function parentHash(tree: RatchetTree, parent: ParentNode, sibling: number): Uint8Array {
  return sha256Bytes(
    concatBytes(
      mlsVector(parent.encryptionKey),
      mlsVector(parent.parentHash),
      mlsVector(tree.hashWithout(sibling, parent.unmergedLeaves)),
    ),
  );
}

/**
 * Writes the new keys of a committer's path into the tree, each with its parent hash, from the root down.
 * @param keys one for each step
 * @returns the parent hash that the committer's leaf has to carry; empty without steps
 */
export function writePathKeys(
  tree: RatchetTree,
  leafIndex: number,
  steps: readonly PathStep[],
  keys: readonly Uint8Array[],
): Uint8Array {
  tree.blankDirectPath(leafIndex);
  return steps.reduceRight((above: Uint8Array, { node, copath }, at) => {
    const parent = { encryptionKey: keys[at] ?? NO_BYTES, parentHash: above, unmergedLeaves: [] };
    tree.setParent(node, parent);
    return parentHash(tree, parent, copath);
  }, NO_BYTES);
}

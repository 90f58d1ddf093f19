import { isSameBytes, type ParentNode } from "../../wire/index.js";
import { nameOfBytes } from "../buffer-view.js";
import { check } from "./error.js";
import { checkAbilities, checkLeafSignature, checkPublicKey, leafPlace, userIdOf } from "./leaf-checks.js";
import { parentHash } from "./parent-hash.js";
import type { RatchetTree } from "./ratchet-tree.js";
import type { SignatureVerifier } from "./signature.js";
import { directPath, isBelow, isLeafNode, leafNode, leftChild, rightChild } from "./tree-math.js";

/** The checks of a newcomer on the tree it receives (RFC 9420 12.4.3.1), except its hash. */
export function checkTree(tree: RatchetTree, groupId: Uint8Array, verifier: SignatureVerifier): void {
  checkUnique(tree);
  checkParents(tree);
  checkLeaves(tree, groupId, verifier);
}

/** No two members with the same user, signature key or encryption key, no two nodes with the same key. */
export function checkUnique(tree: RatchetTree): void {
  const users = new Set<bigint>();
  const signatureKeys = new Set<string>();
  const encryptionKeys = new Set<string>();
  for (const { leaf } of tree.members()) {
    check(isNew(users, userIdOf(leaf)), "MLS_DUPLICATE_IDENTITY", "two leaves of one user");
    check(
      isNew(signatureKeys, nameOfBytes(leaf.signatureKey)),
      "MLS_DUPLICATE_KEY",
      "two leaves with one signature key",
    );
  }
  for (const key of tree.keys())
    check(isNew(encryptionKeys, nameOfBytes(key)), "MLS_DUPLICATE_KEY", "two nodes with one encryption key");
}

/** Shape, unmerged leaves and parent hashes of the parents. */
export function checkParents(tree: RatchetTree): void {
  for (const key of tree.keys()) checkPublicKey(key, "encryption key of a node");
  for (const { node, parent } of tree.parents()) {
    checkUnmergedLeaves(tree, node, parent);
    check(isParentHashValid(tree, node, parent), "MLS_PARENT_HASH", `parent hash of node ${String(node)}`);
  }
}

export function checkLeaves(tree: RatchetTree, groupId: Uint8Array, verifier: SignatureVerifier): void {
  for (const { leafIndex, leaf } of tree.members()) {
    checkAbilities(leaf);
    checkLeafSignature(verifier, leaf, leafPlace(groupId, leafIndex));
  }
}

/** An unmerged leaf is a member below the parent, and unmerged at all parents in between (RFC 9420 12.4.3.1). */
function checkUnmergedLeaves(tree: RatchetTree, node: number, parent: ParentNode): void {
  for (const leafIndex of parent.unmergedLeaves) {
    const isMember = isBelow(leafIndex, node) && tree.leaf(leafIndex) !== undefined;
    check(isMember, "MLS_UNMERGED_LEAVES", `node ${String(node)} has an unmerged leaf that is none below it`);
    check(
      parentsBetween(tree, leafIndex, node).every((each) => each.unmergedLeaves.includes(leafIndex)),
      "MLS_UNMERGED_LEAVES",
      `a leaf unmerged at node ${String(node)} is merged below it`,
    );
  }
}

function parentsBetween(tree: RatchetTree, leafIndex: number, node: number): ParentNode[] {
  const path = directPath(leafNode(leafIndex), tree.leafCount);
  return path.slice(0, path.indexOf(node)).flatMap((each) => tree.parent(each) ?? []);
}

/** Whether some node below carries this parent's hash as the path that made it would have left it (RFC 9420 7.9.2). */
function isParentHashValid(tree: RatchetTree, node: number, parent: ParentNode): boolean {
  const left = leftChild(node);
  const right = rightChild(node);
  return carriesParentHash(tree, parent, left, right) || carriesParentHash(tree, parent, right, left);
}

function carriesParentHash(tree: RatchetTree, parent: ParentNode, child: number, sibling: number): boolean {
  const hash = parentHash(tree, parent, sibling);
  const resolution = tree.resolution(child);
  const unmerged = parent.unmergedLeaves.filter((leafIndex) => isBelow(leafIndex, child)).map(leafNode);
  return resolution.some((node) => {
    const carried = carriedParentHash(tree, node);
    if (carried === undefined || !isSameBytes(carried, hash)) return false;
    return isSameSet(
      resolution.filter((other) => other !== node),
      unmerged,
    );
  });
}

function carriedParentHash(tree: RatchetTree, node: number): Uint8Array | undefined {
  if (!isLeafNode(node)) return tree.parent(node)?.parentHash;
  const source = tree.leaf(node / 2)?.source;
  return source?.kind === "commit" ? source.parentHash : undefined;
}

/** Both without repetitions. */
function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each));
}

function isNew<T>(known: Set<T>, value: T): boolean {
  const before = known.size;
  return known.add(value).size > before;
}

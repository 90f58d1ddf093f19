import {
  decodeRatchetTree,
  encodeRatchetTree,
  type LeafNode,
  type ParentNode,
  type TreeNode,
} from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { checkedField } from "./saved-keys.js";
import { leafHash, parentNodeHash } from "./tree-hash.js";
import {
  directPath,
  isLeafNode,
  leafNode,
  leftChild,
  parentOf,
  rightChild,
  rootOf,
  siblingOf,
} from "./tree-math.js";

/** A step of a filtered direct path (RFC 9420 4.1.2). */
export interface PathStep {
  /** the parent */
  readonly node: number;
  /** its child off the path */
  readonly copath: number;
  /** nodes that together hold all members below the copath child */
  readonly resolution: readonly number[];
}

export interface Member {
  readonly leafIndex: number;
  readonly leaf: LeafNode;
}

const FIELDS = savedFields({ nodes: 1 });

/** The public state of a group (RFC 9420 7): the nodes, and their hashes as far as they are known. */
export class RatchetTree {
  readonly #leaves: (LeafNode | undefined)[];
  readonly #parents: (ParentNode | undefined)[];
  readonly #hashes: (Uint8Array | undefined)[];

  private constructor(
    leaves: (LeafNode | undefined)[],
    parents: (ParentNode | undefined)[],
    hashes: (Uint8Array | undefined)[],
  ) {
    this.#leaves = leaves;
    this.#parents = parents;
    this.#hashes = hashes;
  }

  static ofOne(leaf: LeafNode): RatchetTree {
    return new RatchetTree([leaf], [], []);
  }

  /** @param nodes from left to right, without the blank ones at the end; each of the kind that its place demands */
  static fromNodes(nodes: readonly (TreeNode | undefined)[]): RatchetTree {
    let leafCount = 1;
    while (2 * leafCount - 1 < nodes.length) leafCount *= 2;
    const tree = new RatchetTree(blanks(leafCount), blanks(leafCount - 1), []);
    for (const [place, node] of nodes.entries()) {
      if (node?.kind === "leaf") tree.#leaves[place / 2] = node.leaf;
      if (node?.kind === "parent") tree.#parents[(place - 1) / 2] = node.parent;
    }
    return tree;
  }

  /** Its hashes are computed anew. @throws {RestoreError} when the nodes are no tree; the group checks what they hold */
  static restore(saved: FieldReader): RatchetTree {
    const nodes = saved.bytes(FIELDS.nodes);
    return RatchetTree.fromNodes(checkedField(saved, FIELDS.nodes, () => decodeRatchetTree(nodes)));
  }

  save(out: FieldWriter): void {
    out.bytes(FIELDS.nodes, encodeRatchetTree(this.nodes()));
  }

  clone(): RatchetTree {
    return new RatchetTree([...this.#leaves], [...this.#parents], [...this.#hashes]);
  }

  get leafCount(): number {
    return this.#leaves.length;
  }

  get root(): number {
    return rootOf(this.leafCount);
  }

  /** All nodes from left to right. */
  nodes(): (TreeNode | undefined)[] {
    return Array.from({ length: 2 * this.leafCount - 1 }, (_, place) => this.#node(place));
  }

  leaf(leafIndex: number): LeafNode | undefined {
    return this.#leaves[leafIndex];
  }

  parent(node: number): ParentNode | undefined {
    return this.#parents[(node - 1) / 2];
  }

  /** Encryption key of a node; undefined where blank. */
  keyOf(node: number): Uint8Array | undefined {
    return (isLeafNode(node) ? this.leaf(node / 2) : this.parent(node))?.encryptionKey;
  }

  /** Encryption keys of all nodes that are not blank. */
  keys(): Uint8Array[] {
    return [...this.#leaves, ...this.#parents].flatMap((node) => node?.encryptionKey ?? []);
  }

  /** From left to right. */
  members(): Member[] {
    return this.#leaves.flatMap((leaf, leafIndex) => (leaf === undefined ? [] : [{ leafIndex, leaf }]));
  }

  /** Parents that are not blank. */
  parents(): { node: number; parent: ParentNode }[] {
    return this.#parents.flatMap((parent, at) =>
      parent === undefined ? [] : [{ node: 2 * at + 1, parent }],
    );
  }

  setLeaf(leafIndex: number, leaf: LeafNode | undefined): void {
    this.#leaves[leafIndex] = leaf;
    this.#forgetHashes(leafNode(leafIndex));
  }

  setParent(node: number, parent: ParentNode | undefined): void {
    this.#parents[(node - 1) / 2] = parent;
    this.#forgetHashes(node);
  }

  /** Puts a newcomer on the leftmost blank leaf, else doubles the tree (RFC 9420 7.7). @returns its leaf index */
  add(leaf: LeafNode): number {
    const blank = this.#leaves.indexOf(undefined);
    const leafIndex = blank < 0 ? this.leafCount : blank;
    if (blank < 0) this.#double();
    this.setLeaf(leafIndex, leaf);
    for (const node of this.#directPath(leafIndex)) this.#addUnmerged(node, leafIndex);
    return leafIndex;
  }

  /** Blanks a leaf and its direct path, then halves the tree while its right half is empty (RFC 9420 7.7). */
  remove(leafIndex: number): void {
    this.setLeaf(leafIndex, undefined);
    for (const node of this.#directPath(leafIndex)) this.setParent(node, undefined);
    while (this.leafCount > 1 && this.#isRightHalfBlank()) this.#halve();
  }

  /** RFC 9420 4.1.1; node indices from left to right, a parent before its unmerged leaves. */
  resolution(node: number): number[] {
    if (isLeafNode(node)) return this.leaf(node / 2) === undefined ? [] : [node];
    const parent = this.parent(node);
    if (parent !== undefined) return [node, ...parent.unmergedLeaves.map(leafNode)];
    return [...this.resolution(leftChild(node)), ...this.resolution(rightChild(node))];
  }

  /** The direct path without parents whose other side is empty, from the lowest up. */
  filteredDirectPath(leafIndex: number): PathStep[] {
    let below = leafNode(leafIndex);
    return this.#directPath(leafIndex).flatMap((node) => {
      const copath = siblingOf(below);
      below = node;
      const resolution = this.resolution(copath);
      return resolution.length === 0 ? [] : [{ node, copath, resolution }];
    });
  }

  /** Blanks the parents of a leaf. */
  blankDirectPath(leafIndex: number): void {
    for (const node of this.#directPath(leafIndex)) this.setParent(node, undefined);
  }

  /** Tree hash of a node (RFC 9420 7.8). */
  hash(node = this.root): Uint8Array {
    return (this.#hashes[node] ??= this.#hashOf(node, NO_LEAVES));
  }

  /** Tree hash as if these leaves were blank and in no list of unmerged ones (RFC 9420 7.9). */
  hashWithout(node: number, leaves: readonly number[]): Uint8Array {
    return leaves.length === 0 ? this.hash(node) : this.#hashOf(node, new Set(leaves));
  }

  #hashOf(node: number, without: ReadonlySet<number>): Uint8Array {
    if (isLeafNode(node)) {
      const leafIndex = node / 2;
      return leafHash(leafIndex, without.has(leafIndex) ? undefined : this.leaf(leafIndex));
    }
    const hashOf = (child: number) =>
      without === NO_LEAVES ? this.hash(child) : this.#hashOf(child, without);
    const parent = withoutUnmerged(this.parent(node), without);
    return parentNodeHash(parent, hashOf(leftChild(node)), hashOf(rightChild(node)));
  }

  #node(place: number): TreeNode | undefined {
    const leaf = isLeafNode(place) ? this.leaf(place / 2) : undefined;
    if (leaf !== undefined) return { kind: "leaf", leaf };
    const parent = isLeafNode(place) ? undefined : this.parent(place);
    return parent && { kind: "parent", parent };
  }

  #directPath(leafIndex: number): number[] {
    return directPath(leafNode(leafIndex), this.leafCount);
  }

  #addUnmerged(node: number, leafIndex: number): void {
    const parent = this.parent(node);
    if (parent === undefined) return;
    const unmergedLeaves = [...parent.unmergedLeaves, leafIndex].sort((left, right) => left - right);
    this.setParent(node, { ...parent, unmergedLeaves });
  }

  #double(): void {
    this.#parents.push(...blanks<ParentNode>(this.leafCount));
    this.#leaves.push(...blanks<LeafNode>(this.leafCount));
  }

  #isRightHalfBlank(): boolean {
    return this.#leaves.slice(this.leafCount / 2).every((leaf) => leaf === undefined);
  }

  #halve(): void {
    this.#leaves.length /= 2;
    this.#parents.length = this.leafCount - 1;
    this.#hashes.length = Math.min(this.#hashes.length, 2 * this.leafCount - 1);
  }

  #forgetHashes(node: number): void {
    this.#hashes[node] = undefined;
    for (let at = node; at !== this.root;) {
      at = parentOf(at);
      this.#hashes[at] = undefined;
    }
  }
}

const NO_LEAVES: ReadonlySet<number> = new Set();

function blanks<T>(count: number): (T | undefined)[] {
  return Array.from({ length: count }, () => undefined);
}

function withoutUnmerged(
  parent: ParentNode | undefined,
  without: ReadonlySet<number>,
): ParentNode | undefined {
  if (parent === undefined || without === NO_LEAVES) return parent;
  return { ...parent, unmergedLeaves: parent.unmergedLeaves.filter((leaf) => !without.has(leaf)) };
}

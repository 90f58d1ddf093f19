import type { Snowflake } from "sdkpp/wire";

/** Who sits on a leaf. */
export interface Leaf {
  readonly userId: Snowflake;
  /** Uncompressed point; undefined for a first committer that never sent a key package. */
  readonly signatureKey: Uint8Array | undefined;
  readonly encryptionKey: Uint8Array | undefined;
  /** Of the nodes above it, as its newest path made them. What is above it and newer belongs to other leaves. */
  readonly pathKeys: readonly Uint8Array[];
}

/**
 * Which user sits on which leaf of the group's tree, by the one rule that decides it: a new leaf takes the leftmost blank
 * one, else the tree grows (RFC 9420 section 7.7). The service needs no more of the tree than this.
 */
export class Leaves {
  readonly #leaves: (Leaf | undefined)[] = [];

  /** @returns its index */
  add(leaf: Leaf): number {
    const blank = this.#leaves.indexOf(undefined);
    const index = blank >= 0 ? blank : this.#leaves.length;
    this.#leaves[index] = leaf;
    return index;
  }

  replace(index: number, leaf: Leaf): void {
    this.#leaves[index] = leaf;
  }

  remove(index: number): void {
    if (index < this.#leaves.length) this.#leaves[index] = undefined;
  }

  at(index: number): Leaf | undefined {
    return this.#leaves[index];
  }

  /** @returns −1 for nobody */
  indexOf(userId: Snowflake): number {
    return this.#leaves.findIndex((leaf) => leaf?.userId === userId);
  }

  /** Taken leaves with their indices, from the left. */
  entries(): [number, Leaf][] {
    return this.#leaves.flatMap((leaf, index): [number, Leaf][] =>
      leaf === undefined ? [] : [[index, leaf]],
    );
  }

  clear(): void {
    this.#leaves.length = 0;
  }
}

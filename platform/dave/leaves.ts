import type { Snowflake } from "sdkpp/wire";

/** The occupant of a leaf. */
export interface Leaf {
  readonly userId: Snowflake;
  /** Uncompressed point; undefined for a first committer that never sent a key package. */
  readonly signatureKey: Uint8Array | undefined;
  readonly encryptionKey: Uint8Array | undefined;
  /** Keys of the parent nodes that its newest path set; newer keys on these nodes belong to other leaves. */
  readonly pathKeys: readonly Uint8Array[];
}

/**
 * Maps users to leaves of the group's tree. A new member takes the leftmost blank leaf, otherwise the tree grows
 * (RFC 9420 section 7.7). The service needs nothing else of the tree.
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

  /** @returns −1 when the user has no leaf */
  indexOf(userId: Snowflake): number {
    return this.#leaves.findIndex((leaf) => leaf?.userId === userId);
  }

  /** Occupied leaves with their indices, from the left. */
  entries(): [number, Leaf][] {
    return this.#leaves.flatMap((leaf, index): [number, Leaf][] =>
      leaf === undefined ? [] : [[index, leaf]],
    );
  }

  clear(): void {
    this.#leaves.length = 0;
  }
}

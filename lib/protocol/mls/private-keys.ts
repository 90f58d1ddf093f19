import { isSameBytes } from "../../wire/index.js";
import { copyKeyPair, type HpkeKeyPair } from "./hpke.js";
import type { RatchetTree } from "./ratchet-tree.js";
import { wipe } from "./wipe.js";

/** The private keys one member holds: of its leaf, and of parents above it, by node index. */
export class PrivateKeys {
  readonly #pairs = new Map<number, HpkeKeyPair>();

  /** Takes the pair over: it is wiped with the others. */
  set(node: number, pair: HpkeKeyPair): void {
    wipe(this.#pairs.get(node)?.privateKey);
    this.#pairs.set(node, pair);
  }

  /** The pair of a node if it is the one the tree shows: those of blanked nodes have no use any more. */
  match(node: number, tree: RatchetTree): HpkeKeyPair | undefined {
    const pair = this.#pairs.get(node);
    const key = tree.keyOf(node);
    return pair !== undefined && key !== undefined && isSameBytes(pair.publicKey, key) ? pair : undefined;
  }

  /** A copy with bytes of its own, of what the tree still shows. */
  copyFor(tree: RatchetTree): PrivateKeys {
    const copy = new PrivateKeys();
    for (const node of this.#pairs.keys()) {
      const pair = this.match(node, tree);
      if (pair !== undefined) copy.set(node, copyKeyPair(pair));
    }
    return copy;
  }

  wipe(): void {
    for (const pair of this.#pairs.values()) wipe(pair.privateKey);
    this.#pairs.clear();
  }
}

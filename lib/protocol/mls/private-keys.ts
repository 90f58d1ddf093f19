import { isSameBytes } from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { copyKeyPair, type HpkeKeyPair } from "./hpke.js";
import type { RatchetTree } from "./ratchet-tree.js";
import { restoreKeyPairOf } from "./saved-keys.js";
import { isBelow, leafNode } from "./tree-math.js";
import { wipe } from "../wipe.js";

const FIELDS = savedFields({ pair: 1, node: 2, privateKey: 3 });

/** The private keys one member holds: of its leaf, and of parents above it, by node index. */
export class PrivateKeys {
  readonly #pairs = new Map<number, HpkeKeyPair>();

  /**
   * @param tree shows the public halves
   * @throws {RestoreError} unless all are of the own leaf or above it, and that of the leaf is among them
   */
  static restore(saved: FieldReader, tree: RatchetTree, ownLeafIndex: number): PrivateKeys {
    const keys = new PrivateKeys();
    try {
      saved.each(FIELDS.pair, (pair) => {
        const node = pair.number(FIELDS.node, tree.root * 2);
        if (!isBelow(ownLeafIndex, node))
          pair.refuse(FIELDS.node, "the own leaf or a node above it", "another node");
        keys.set(node, restoreKeyPairOf(pair, FIELDS.privateKey, tree.keyOf(node)));
      });
      if (keys.match(leafNode(ownLeafIndex), tree) === undefined)
        saved.refuse(FIELDS.pair, "the key of the own leaf", "others only");
      return keys;
    } catch (error) {
      keys.wipe();
      throw error;
    }
  }

  save(out: FieldWriter): void {
    for (const [node, { privateKey }] of this.#pairs)
      out.record(FIELDS.pair, () => {
        out.number(FIELDS.node, node);
        out.bytes(FIELDS.privateKey, privateKey);
      });
  }

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

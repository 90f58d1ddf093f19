import type { Snowflake } from "sdkpp/wire";
import type { ExternalSender, SignedMessage } from "./external-sender.js";
import type { AcceptedKeyPackage } from "./key-package-check.js";
import { Leaves, type Leaf } from "./leaves.js";

/** The new keys in a commit's path. */
export interface PathKeys {
  readonly encryptionKey: Uint8Array;
  readonly nodes: readonly Uint8Array[];
}

/** A change of one leaf. */
export type Change =
  | { readonly kind: "add"; readonly keyPackage: AcceptedKeyPackage }
  | { readonly kind: "remove"; readonly leafIndex: number };

/** A change signed for the current epoch. */
export interface Proposal extends SignedMessage {
  /** its reference in hex */
  readonly name: string;
  readonly change: Change;
}

/** The public state of one MLS group: epoch, leaves, and the proposals of the epoch. */
export class Group {
  readonly leaves = new Leaves();
  readonly #proposals = new Map<string, Proposal>();
  readonly #sender: ExternalSender;
  #epoch = 0n;

  /** @param id eight bytes: the channel id, big-endian */
  constructor(
    readonly id: Uint8Array,
    sender: ExternalSender,
  ) {
    this.#sender = sender;
  }

  /** 0: not founded yet. */
  get epoch(): bigint {
    return this.#epoch;
  }

  get proposals(): Proposal[] {
    return [...this.#proposals.values()];
  }

  find(name: string): Proposal | undefined {
    return this.#proposals.get(name);
  }

  propose(change: Change): Proposal {
    const draft =
      change.kind === "add"
        ? ({ kind: "add", keyPackage: change.keyPackage.bytes } as const)
        : ({ kind: "remove", leafIndex: change.leafIndex } as const);
    const signed = this.#sender.propose({ groupId: this.id, epoch: this.#epoch }, draft);
    const name = Buffer.from(signed.reference).toString("hex");
    const proposal = { ...signed, name, change };
    this.#proposals.set(name, proposal);
    return proposal;
  }

  withdrawProposals(): void {
    this.#proposals.clear();
  }

  /**
   * Enters the next epoch: applies all removes, then all adds in the order of the commit's references (RFC 9420 12.3).
   * @param committer also founds the group at epoch 0
   */
  advance(committer: Leaf, committed: readonly Proposal[], path: PathKeys | undefined): void {
    if (this.#epoch === 0n) this.leaves.add(committer);
    const index = this.leaves.indexOf(committer.userId);
    const leaf = this.leaves.at(index);
    if (path !== undefined && leaf !== undefined)
      this.leaves.replace(index, { ...leaf, encryptionKey: path.encryptionKey, pathKeys: path.nodes });
    const changes = committed.map(({ change }) => change);
    for (const change of changes) if (change.kind === "remove") this.leaves.remove(change.leafIndex);
    for (const change of changes) if (change.kind === "add") this.leaves.add(leafOf(change.keyPackage));
    this.#epoch += 1n;
    this.withdrawProposals();
  }

  forget(): void {
    this.#epoch = 0n;
    this.leaves.clear();
    this.withdrawProposals();
  }
}

/** The id of a group: its channel's, big-endian (DAVE 1.1.4). */
export function groupIdOf(channelId: Snowflake): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(channelId));
  return bytes;
}

function leafOf({ userId, signatureKey, encryptionKey }: AcceptedKeyPackage): Leaf {
  return { userId, signatureKey, encryptionKey, pathKeys: [] };
}

import { decodePublicMessage, groupContextOf, NO_BYTES, type PublicMessage } from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { createCommit } from "./commit-create.js";
import { checkCommitEpoch, processCommit } from "./commit-process.js";
import { restoreEpochState, saveEpochState, wipeEpochState, type EpochState } from "./epoch-state.js";
import { withRemedy } from "./error.js";
import { HASH_BYTES } from "./hash.js";
import { copyKeyPair } from "./hpke.js";
import { epochSecretsOf, exportFrom } from "./key-schedule.js";
import { userIdOf } from "./leaf-checks.js";
import { membershipOf, type Membership, type MembershipOptions, type MembershipParts } from "./membership.js";
import { PrivateKeys } from "./private-keys.js";
import { checkedProposal, ProposalCache } from "./proposals.js";
import { RatchetTree } from "./ratchet-tree.js";
import { confirmationTag, interimTranscriptHash } from "./transcript.js";
import { leafNode } from "./tree-math.js";
import { joinFromWelcome } from "./welcome-join.js";
import { wipe } from "../wipe.js";

const FIELDS = savedFields({ epochState: 1, proposals: 2 });

export interface MlsMember {
  readonly leafIndex: number;
  readonly userId: bigint;
  /** 65 bytes */
  readonly signatureKey: Uint8Array;
}

/** A commit of this member, to be sent, and the group it leads to once it is announced. */
export interface OwnCommit {
  /** MLSMessage */
  readonly commit: Uint8Array;
  /** bare; present exactly when a member is added */
  readonly welcome: Uint8Array | undefined;
  readonly next: MlsGroup;
}

/**
 * One member's view of one epoch of an MLS group, in the subset of DAVE 1.1.4. An epoch never turns into the next:
 * {@link commit} and {@link process} return a new group, and each is wiped on its own. Only the proposals of the
 * epoch collect in it. A rejected message leaves it unchanged.
 */
export class MlsGroup {
  readonly #membership: Membership;
  readonly #state: EpochState;
  readonly #proposals: ProposalCache;

  private constructor(membership: Membership, state: EpochState, proposals = new ProposalCache()) {
    this.#membership = membership;
    this.#state = state;
    this.#proposals = proposals;
  }

  /**
   * The pending group: epoch 0, this member alone on leaf 0 (RFC 9420 11).
   * @throws {MlsError} "reset" when the external sender is malformed
   */
  static create(options: MembershipOptions): MlsGroup {
    const membership = withRemedy("reset", () => membershipOf(options));
    return new MlsGroup(membership, firstState(membership, options));
  }

  /**
   * Joins from a welcome, payload of opcode 30 without its id. Unannounced members are accepted.
   * @throws {MlsError} "reset"
   */
  static join(options: MembershipOptions & { readonly welcome: Uint8Array }): MlsGroup {
    return withRemedy("reset", () => {
      const membership = membershipOf(options);
      return new MlsGroup(
        membership,
        joinFromWelcome(membership, options.keyPackage, options.welcome.slice()),
      );
    });
  }

  /**
   * @param parts as those with which the saved group was made
   * @throws {RestoreError} when it is no group of this member
   * @throws {MlsDecodeError} when the external sender of `parts` cannot be decoded
   */
  static restore(saved: FieldReader, parts: MembershipParts): MlsGroup {
    const membership = membershipOf(parts);
    const state = restoreEpochState(saved.inner(FIELDS.epochState), membership);
    try {
      const cache = ProposalCache.restore(saved.inner(FIELDS.proposals), state.tree, membership.verifier);
      return new MlsGroup(membership, state, cache);
    } catch (error) {
      wipeEpochState(state);
      throw error;
    }
  }

  /** Secrets of the epoch and private keys are in it. */
  save(out: FieldWriter): void {
    out.record(FIELDS.epochState, () => saveEpochState(out, this.#state));
    out.record(FIELDS.proposals, () => this.#proposals.save(out));
  }

  get epoch(): bigint {
    return this.#state.context.epoch;
  }

  get ownLeafIndex(): number {
    return this.#state.ownLeafIndex;
  }

  /** Members by leaf index. */
  members(): MlsMember[] {
    return this.#state.tree.members().map(({ leafIndex, leaf }) => {
      return { leafIndex, userId: userIdOf(leaf), signatureKey: leaf.signatureKey };
    });
  }

  /** 32 bytes, equal for all members of the epoch; a copy. */
  get epochAuthenticator(): Uint8Array {
    return this.#state.secrets.authenticator.slice();
  }

  /**
   * A secret of the epoch for other uses (RFC 9420 8.5).
   * @param length 1 … 8160 bytes
   * @returns bytes that belong to the caller
   */
  exportSecret(label: string, context: Uint8Array, length: number): Uint8Array {
    return exportFrom(this.#state.secrets.exporter, label, context, length);
  }

  /** Proposals that wait for a commit. */
  get proposalCount(): number {
    return this.#proposals.size;
  }

  /**
   * Opcode 27, append. All are checked before any is kept.
   * @param isExpected whether a user was announced for this call; the own id always counts
   * @returns whether there was a new one
   * @throws {MlsError} "ignore"
   */
  append(messages: readonly PublicMessage[], isExpected: (userId: bigint) => boolean): boolean {
    const checked = withRemedy("ignore", () => {
      this.#proposals.checkRoom(messages.length);
      return messages.map((message) => checkedProposal(this.#membership, this.#state, message, isExpected));
    });
    return checked.map((proposal) => this.#proposals.add(proposal)).includes(true);
  }

  /**
   * Opcode 27, revoke. All must be known before any is dropped.
   * @returns whether one was dropped
   * @throws {MlsError} "ignore"
   */
  revoke(references: readonly Uint8Array[]): boolean {
    withRemedy("ignore", () => references.forEach((reference) => this.#proposals.get(reference)));
    for (const reference of references) this.#proposals.delete(reference);
    return references.length > 0;
  }

  /**
   * Commits all waiting proposals, in the order in which they came. This group stays as it is.
   * @returns undefined when there are none, or when they remove this member
   * @throws {MlsError} "ignore" when they cannot be committed together
   */
  commit(): OwnCommit | undefined {
    if (this.proposalCount === 0) return undefined;
    const all = this.#proposals.all();
    const created = withRemedy("ignore", () => createCommit(this.#membership, this.#state, all));
    return created && { ...created, next: new MlsGroup(this.#membership, created.next) };
  }

  /**
   * Another member's commit, payload of opcode 29 without its id. This group stays as it is. Own commits are not
   * for here: who made one holds its next group already.
   * @returns undefined when it removes this member
   * @throws {MlsError} "ignore" for another group or a past epoch, otherwise "reset"
   */
  process(commit: Uint8Array): MlsGroup | undefined {
    const state = withRemedy("reset", () => {
      const message = decodePublicMessage(commit.slice());
      checkCommitEpoch(this.#membership, this.#state, message);
      return processCommit(this.#membership, this.#state, this.#proposals, message);
    });
    return state && new MlsGroup(this.#membership, state);
  }

  /** Destroys the secrets of this epoch; the group cannot be used afterwards. */
  wipe(): void {
    wipeEpochState(this.#state);
  }
}

function firstState(membership: Membership, { keyPackage }: MembershipOptions): EpochState {
  const tree = RatchetTree.ofOne(keyPackage.keyPackage.leaf);
  const { groupId, extensions, random } = membership;
  const confirmedTranscriptHash = NO_BYTES;
  const context = groupContextOf({
    groupId,
    epoch: 0n,
    treeHash: tree.hash(),
    confirmedTranscriptHash,
    extensions,
  });
  const epochSecret = random(HASH_BYTES);
  const secrets = epochSecretsOf(epochSecret);
  wipe(epochSecret);
  const tag = confirmationTag(secrets.confirmation, confirmedTranscriptHash);
  const privateKeys = new PrivateKeys();
  privateKeys.set(leafNode(0), copyKeyPair(keyPackage.encryptionKey));
  return {
    context,
    tree,
    secrets,
    interimTranscriptHash: interimTranscriptHash(confirmedTranscriptHash, tag),
    ownLeafIndex: 0,
    privateKeys,
  };
}

import {
  decodePublicMessage,
  decodeWhole,
  encodeProposal,
  framedContentTbs,
  isSameBytes,
  MLS_LIST_LIMIT,
  readProposal,
  type KeyPackage,
  type Proposal,
  type ProposalDraft,
  type PublicMessage,
} from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { nameOfBytes } from "../buffer-view.js";
import type { EpochState } from "./epoch-state.js";
import { check, FailedCheck } from "./error.js";
import { HASH_BYTES } from "./hash.js";
import { proposalReference } from "./labels.js";
import { checkKeyPackage, userIdOf } from "./leaf-checks.js";
import type { Membership } from "./membership.js";
import type { RatchetTree } from "./ratchet-tree.js";
import { checkedField } from "./saved-keys.js";
import type { SignatureVerifier } from "./signature.js";

const FIELDS = savedFields({ cached: 1, reference: 2, proposal: 3 });

/** A proposal that may be committed, and the hash that names it. */
export interface CachedProposal {
  readonly reference: Uint8Array;
  readonly proposal: Exclude<Proposal, { kind: "update" }>;
}

/** The changes that a list of proposals makes to a group. */
export interface ProposalChanges {
  readonly removed: readonly number[];
  readonly added: readonly KeyPackage[];
}

/**
 * All checks of a proposal (DAVE 1.1.4, RFC 9420 12.1).
 * @returns a copy, so that nothing of the received message is kept alive
 * @throws {FailedCheck}
 */
export function checkedProposal(
  membership: Membership,
  state: EpochState,
  received: PublicMessage,
  isExpected: (userId: bigint) => boolean,
): CachedProposal {
  const message = decodePublicMessage(received.bytes.slice());
  checkEpoch(membership, state, message);
  checkExternalSender(message);
  checkProposalSignature(membership, message);
  const { body } = message.content;
  check(body.kind === "proposal", "MLS_NOT_A_PROPOSAL", `${body.kind} among the proposals`);
  const { proposal } = body;
  check(proposal.kind !== "update", "MLS_PROPOSAL_TYPE", "proposal to update");
  if (proposal.kind === "add") checkAdd(membership, proposal.keyPackage, isExpected);
  else checkRemove(state.tree, proposal.leafIndex);
  return { reference: proposalReference(message), proposal };
}

/** @throws {FailedCheck} when the message is for another group or epoch */
function checkEpoch(membership: Membership, state: EpochState, { content }: PublicMessage): void {
  check(isSameBytes(content.groupId, membership.groupId), "MLS_OTHER_GROUP", "proposal for another group");
  const isPresent = content.epoch === state.context.epoch;
  check(isPresent, "MLS_OTHER_EPOCH", `proposal for epoch ${String(content.epoch)}`);
}

function checkExternalSender({ content: { sender } }: PublicMessage): void {
  const isGateway = sender.kind === "external" && sender.senderIndex === 0;
  check(isGateway, "MLS_PROPOSAL_SENDER", `proposal from ${sender.kind}`);
}

function checkProposalSignature({ verifier, externalSenderKey }: Membership, message: PublicMessage): void {
  const tbs = framedContentTbs(message.content.bytes);
  const isSigned = verifier.verify(externalSenderKey, "FramedContentTBS", tbs, message.signature);
  check(isSigned, "MLS_PROPOSAL_SIGNATURE", "signature of a proposal");
}

/** The own id always counts as expected. */
function checkAdd(
  { verifier, userId: own }: Membership,
  keyPackage: KeyPackage,
  isExpected: (userId: bigint) => boolean,
): void {
  const userId = userIdOf(keyPackage.leaf);
  check(
    userId === own || isExpected(userId),
    "MLS_UNEXPECTED_USER",
    `user ${String(userId)} is not expected`,
  );
  checkKeyPackage(verifier, keyPackage);
}

function checkRemove(tree: RatchetTree, leafIndex: number): void {
  check(tree.leaf(leafIndex) !== undefined, "MLS_UNKNOWN_LEAF", `leaf ${String(leafIndex)} is blank`);
}

/** @throws {FailedCheck} when a removal repeats, which makes a list invalid (RFC 9420 12.2) */
export function changesOf(proposals: readonly CachedProposal[]): ProposalChanges {
  const removed = proposals.flatMap(({ proposal }) =>
    proposal.kind === "remove" ? [proposal.leafIndex] : [],
  );
  const added = proposals.flatMap(({ proposal }) => (proposal.kind === "add" ? [proposal.keyPackage] : []));
  check(new Set(removed).size === removed.length, "MLS_PROPOSAL_LIST", "two removals of one leaf");
  return { removed, added };
}

/** Removes, then adds in their order (RFC 9420 12.3). @returns leaf indices of the added */
export function applyChanges(tree: RatchetTree, { removed, added }: ProposalChanges): number[] {
  for (const leafIndex of removed) tree.remove(leafIndex);
  return added.map(({ leaf }) => tree.add(leaf));
}

/** A proposal that passed all checks before it was saved: those that keep a commit from failing are repeated. */
function restoreProposal(saved: FieldReader, tree: RatchetTree, verifier: SignatureVerifier): CachedProposal {
  const reference = saved.bytesOf(FIELDS.reference, HASH_BYTES);
  const bytes = saved.bytes(FIELDS.proposal);
  return checkedField(saved, FIELDS.proposal, () => {
    const proposal = decodeWhole(bytes, readProposal);
    check(proposal.kind !== "update", "MLS_PROPOSAL_TYPE", "proposal to update");
    if (proposal.kind === "add") checkKeyPackage(verifier, proposal.keyPackage);
    else checkRemove(tree, proposal.leafIndex);
    return { reference, proposal };
  });
}

/** The proposals of an epoch in the order in which they came, by reference. */
export class ProposalCache {
  readonly #proposals = new Map<string, CachedProposal>();

  /** @throws {RestoreError} when one cannot be committed in the epoch of this tree */
  static restore(saved: FieldReader, tree: RatchetTree, verifier: SignatureVerifier): ProposalCache {
    const cache = new ProposalCache();
    saved.each(FIELDS.cached, (each) => {
      cache.add(restoreProposal(each, tree, verifier));
      if (cache.size > MLS_LIST_LIMIT)
        saved.refuse(FIELDS.cached, `at most ${String(MLS_LIST_LIMIT)} proposals`, "more");
    });
    return cache;
  }

  save(out: FieldWriter): void {
    for (const { reference, proposal } of this.#proposals.values())
      out.record(FIELDS.cached, () => {
        out.bytes(FIELDS.reference, reference);
        out.bytes(FIELDS.proposal, encodeProposal(draftOf(proposal)));
      });
  }

  get size(): number {
    return this.#proposals.size;
  }

  /** More than a commit can name would only fill the memory. @throws {FailedCheck} */
  checkRoom(more: number): void {
    const isRoom = this.size + more <= MLS_LIST_LIMIT;
    check(isRoom, "MLS_PROPOSAL_LIST", `more than ${String(MLS_LIST_LIMIT)} proposals`);
  }

  all(): CachedProposal[] {
    return [...this.#proposals.values()];
  }

  /** @returns whether it was not there yet */
  add(proposal: CachedProposal): boolean {
    const name = nameOfBytes(proposal.reference);
    if (this.#proposals.has(name)) return false;
    this.#proposals.set(name, proposal);
    return true;
  }

  /** @throws {FailedCheck} when no proposal has this reference */
  get(reference: Uint8Array): CachedProposal {
    const proposal = this.#proposals.get(nameOfBytes(reference));
    if (proposal === undefined)
      throw new FailedCheck("MLS_UNKNOWN_PROPOSAL", "reference to an unknown proposal");
    return proposal;
  }

  delete(reference: Uint8Array): void {
    this.#proposals.delete(nameOfBytes(reference));
  }
}

function draftOf(proposal: CachedProposal["proposal"]): ProposalDraft {
  return proposal.kind === "add" ? { kind: "add", keyPackage: proposal.keyPackage.bytes } : proposal;
}

import {
  framedContentTbs,
  isSameBytes,
  type Commit,
  type LeafNode,
  type PublicMessage,
} from "../../wire/index.js";
import { openPath, writePath, type OpenedPath, type ReceivedPath } from "./commit-path-process.js";
import type { EpochState } from "./epoch-state.js";
import { check, FailedCheck, MlsError } from "./error.js";
import { isSameSecretBytes } from "./hash.js";
import { wipeEpochSecrets, zeroSecret } from "./key-schedule.js";
import type { Membership } from "./membership.js";
import { enterNextEpoch, lastingPart, provisionalContext, type NextEpoch } from "./next-epoch.js";
import { wipePath, wipePathSecrets } from "./path-secrets.js";
import { applyChanges, changesOf, type CachedProposal, type ProposalCache } from "./proposals.js";
import type { PathStep, RatchetTree } from "./ratchet-tree.js";
import { membershipTag } from "./transcript.js";
import { checkUnique } from "./tree-validation.js";
import { wipe } from "../wipe.js";

/** A commit that passed all checks that need only the present epoch. */
interface AuthenticCommit {
  readonly message: PublicMessage;
  readonly commit: Commit;
  readonly confirmationTag: Uint8Array;
  readonly committer: { readonly leafIndex: number; readonly leaf: LeafNode };
}

/**
 * Rejects a commit that is not for the current epoch of this group. One for another group or an older epoch is
 * a stray or repeated message and changes nothing; one for a later epoch means that a commit was missed.
 * @throws {MlsError}
 */
export function checkCommitEpoch(
  membership: Membership,
  state: EpochState,
  { content }: PublicMessage,
): void {
  const { groupId, epoch } = content;
  if (!isSameBytes(groupId, membership.groupId))
    throw new MlsError("MLS_OTHER_GROUP", "ignore", "commit for another group");
  if (epoch < state.context.epoch)
    throw new MlsError("MLS_OTHER_EPOCH", "ignore", `commit for the past epoch ${String(epoch)}`);
  if (epoch > state.context.epoch)
    throw new MlsError("MLS_EPOCH_AHEAD", "reset", `commit for the later epoch ${String(epoch)}`);
}

/**
 * Processes another member's commit (RFC 9420 12.4.2).
 * @returns the state of the new epoch; undefined when this member was removed
 * @throws {FailedCheck}
 */
export function processCommit(
  membership: Membership,
  state: EpochState,
  cache: ProposalCache,
  message: PublicMessage,
): EpochState | undefined {
  const authentic = authenticate(membership, state, message);
  const changes = changesOf(committedProposals(authentic.commit, cache));
  const { leafIndex } = authentic.committer;
  check(!changes.removed.includes(leafIndex), "MLS_PROPOSAL_LIST", "a committer removes itself");
  if (changes.removed.includes(state.ownLeafIndex)) return undefined;
  check(authentic.commit.path !== undefined || changes.removed.length === 0, "MLS_PATH_REQUIRED", "no path");
  const tree = state.tree.clone();
  const newcomers = applyChanges(tree, changes);
  return followCommit(membership, state, tree, authentic, newcomers);
}

function authenticate(membership: Membership, state: EpochState, message: PublicMessage): AuthenticCommit {
  const { body, sender } = message.content;
  const { confirmationTag } = message;
  if (body.kind !== "commit" || confirmationTag === undefined)
    throw new FailedCheck("MLS_NOT_A_COMMIT", `${body.kind} instead of a commit`);
  const leafIndex = sender.kind === "member" ? sender.leafIndex : -1;
  const leaf = state.tree.leaf(leafIndex);
  if (leaf === undefined || leafIndex === state.ownLeafIndex)
    throw new FailedCheck("MLS_COMMIT_SENDER", "a commit without another member as its sender");
  checkMembershipTag(state, message);
  checkCommitSignature(membership, state, message, leaf);
  return { message, commit: body.commit, confirmationTag, committer: { leafIndex, leaf } };
}

function checkMembershipTag({ secrets, context }: EpochState, message: PublicMessage): void {
  const { content, signature, confirmationTag, membershipTag: tag } = message;
  const input = { content: content.bytes, context: context.bytes, signature, confirmationTag };
  const isRight = tag !== undefined && isSameSecretBytes(membershipTag(secrets.membership, input), tag);
  check(isRight, "MLS_MEMBERSHIP_TAG", "membership tag of a commit");
}

function checkCommitSignature(
  { verifier }: Membership,
  { context }: EpochState,
  { content, signature }: PublicMessage,
  { signatureKey }: LeafNode,
): void {
  const tbs = framedContentTbs(content.bytes, context.bytes);
  const isSigned = verifier.verify(signatureKey, "FramedContentTBS", tbs, signature);
  check(isSigned, "MLS_COMMIT_SIGNATURE", "signature of a commit");
}

/** Only references, each to a cached proposal and each once. */
function committedProposals({ proposals }: Commit, cache: ProposalCache): CachedProposal[] {
  check(proposals.length > 0, "MLS_COMMIT_EMPTY", "a commit without proposals");
  const committed = proposals.map((entry) => {
    if (entry.kind === "proposal") throw new FailedCheck("MLS_INLINE_PROPOSAL", "a proposal inside a commit");
    return cache.get(entry.reference);
  });
  check(new Set(committed).size === committed.length, "MLS_PROPOSAL_LIST", "a proposal committed twice");
  return committed;
}

function followCommit(
  membership: Membership,
  state: EpochState,
  tree: RatchetTree,
  { message, commit, committer, confirmationTag }: AuthenticCommit,
  newcomers: readonly number[],
): EpochState {
  const { leafIndex, leaf: old } = committer;
  const received = commit.path && { leafIndex, old, path: commit.path, newcomers };
  const steps = received && writePath(membership, tree, received);
  checkUnique(tree);
  const opened = received && openReceived(membership, state, tree, received, steps ?? []);
  try {
    const commitSecret = opened?.chain.commitSecret ?? zeroSecret();
    const signed = { content: message.content.bytes, signature: message.signature };
    const epoch = enterNextEpoch(membership, state, signed, tree.hash(), commitSecret);
    wipe(epoch.joinerSecret);
    checkConfirmationTag(epoch, confirmationTag);
    const next = nextState(state, tree, epoch, opened);
    if (opened !== undefined) wipePathSecrets(opened.chain);
    return next;
  } catch (error) {
    if (opened !== undefined) wipePath(opened.chain);
    throw error;
  }
}

function openReceived(
  membership: Membership,
  state: EpochState,
  tree: RatchetTree,
  received: ReceivedPath,
  steps: readonly PathStep[],
): OpenedPath {
  const context = provisionalContext(membership, state, tree.hash());
  return openPath(tree, state.privateKeys, state.ownLeafIndex, steps, received, context.bytes);
}

function checkConfirmationTag({ confirmationTag: expected, secrets }: NextEpoch, tag: Uint8Array): void {
  if (isSameSecretBytes(expected, tag)) return;
  wipeEpochSecrets(secrets);
  throw new FailedCheck("MLS_CONFIRMATION_TAG", "confirmation tag of a commit");
}

function nextState(
  { privateKeys: before, ownLeafIndex }: EpochState,
  tree: RatchetTree,
  epoch: NextEpoch,
  opened: OpenedPath | undefined,
): EpochState {
  const privateKeys = before.copyFor(tree);
  opened?.chain.pairs.forEach((pair, at) => {
    const node = opened.nodes[at];
    if (node !== undefined) privateKeys.set(node, pair);
  });
  return { ...lastingPart(epoch), tree, ownLeafIndex, privateKeys };
}

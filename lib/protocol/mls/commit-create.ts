import {
  encodeCommit,
  encodeCommitContent,
  encodePublicMessage,
  framedContentTbs,
  type LeafNode,
  type UpdatePath,
} from "../../wire/index.js";
import { createPath, sealPath, secretForNewcomer, type CreatedPath } from "./commit-path-create.js";
import { nameOfBytes } from "../buffer-view.js";
import { copyKeyPair } from "./hpke.js";
import type { EpochState } from "./epoch-state.js";
import { check, FailedCheck } from "./error.js";
import { zeroSecret } from "./key-schedule.js";
import type { Membership } from "./membership.js";
import { enterNextEpoch, lastingPart, provisionalContext, type NextEpoch } from "./next-epoch.js";
import { wipePath } from "./path-secrets.js";
import { applyChanges, changesOf, type CachedProposal, type ProposalChanges } from "./proposals.js";
import type { RatchetTree } from "./ratchet-tree.js";
import { membershipTag } from "./transcript.js";
import { leafNode } from "./tree-math.js";
import { checkUnique } from "./tree-validation.js";
import { createWelcome } from "./welcome-create.js";
import { wipe } from "../wipe.js";

/** A commit of this member and what it leads to. */
export interface CreatedCommit {
  /** MLSMessage */
  readonly commit: Uint8Array;
  /** bare; present when a member is added */
  readonly welcome: Uint8Array | undefined;
  readonly next: EpochState;
}

/** A commit in the making. */
interface Draft {
  readonly membership: Membership;
  readonly state: EpochState;
  /** of the new epoch */
  readonly tree: RatchetTree;
  readonly created: CreatedPath | undefined;
}

/**
 * Commits these proposals by reference (RFC 9420 12.4.1); with a path exactly when a member is removed.
 * @returns undefined when they remove this member, who may not commit that
 * @throws {FailedCheck} when they cannot be committed together
 */
export function createCommit(
  membership: Membership,
  state: EpochState,
  proposals: readonly CachedProposal[],
): CreatedCommit | undefined {
  const changes = changesOf(proposals);
  if (changes.removed.includes(state.ownLeafIndex)) return undefined;
  const tree = state.tree.clone();
  const newcomers = applyChanges(tree, changes);
  checkUnique(tree);
  checkInitKeys(tree, changes.added);
  const isWithPath = changes.removed.length > 0;
  const created = isWithPath ? createPath(membership, tree, state.ownLeafIndex, ownLeaf(state)) : undefined;
  const draft = { membership, state, tree, created };
  const references = proposals.map(({ reference }) => reference);
  const { commit, epoch } = finishCommit(draft, references, newcomers);
  const welcome = changes.added.length === 0 ? undefined : welcomeOf(draft, epoch, newcomers, changes.added);
  const next = nextState(draft, epoch);
  wipe(epoch.joinerSecret);
  if (created !== undefined) wipePath(created.chain);
  return { commit, welcome, next };
}

/** Others reject a commit that adds a key package with an init key in use. */
function checkInitKeys(tree: RatchetTree, added: ProposalChanges["added"]): void {
  const keys = [...tree.keys(), ...added.map(({ initKey }) => initKey)].map(nameOfBytes);
  check(new Set(keys).size === keys.length, "MLS_INIT_KEY_REUSED", "an init key is in use already");
}

function finishCommit(
  draft: Draft,
  references: readonly Uint8Array[],
  newcomers: readonly number[],
): { commit: Uint8Array; epoch: NextEpoch } {
  const { membership, state, tree, created } = draft;
  const treeHash = tree.hash();
  const path = created && sealedPath(draft, created, newcomers);
  const name = { groupId: membership.groupId, epoch: state.context.epoch };
  const content = encodeCommitContent(name, state.ownLeafIndex, encodeCommit(references, path));
  const context = state.context.bytes;
  const signature = membership.signer.sign("FramedContentTBS", framedContentTbs(content, context));
  const commitSecret = created?.chain.commitSecret ?? zeroSecret();
  const epoch = enterNextEpoch(membership, state, { content, signature }, treeHash, commitSecret);
  const { confirmationTag } = epoch;
  const tag = membershipTag(state.secrets.membership, { content, context, signature, confirmationTag });
  const commit = encodePublicMessage({ content, signature, confirmationTag, membershipTag: tag });
  return { commit, epoch };
}

function sealedPath(draft: Draft, created: CreatedPath, newcomers: readonly number[]): UpdatePath {
  const { membership, state, tree } = draft;
  const context = provisionalContext(membership, state, tree.hash());
  return sealPath(membership, tree, created, newcomers, context.bytes);
}

function welcomeOf(
  { membership, state, tree, created }: Draft,
  epoch: NextEpoch,
  newcomers: readonly number[],
  added: Parameters<typeof createWelcome>[4],
): Uint8Array {
  const secretFor = (at: number) => created && secretForNewcomer(created, newcomers[at] ?? -1);
  return createWelcome(membership, tree, epoch, state.ownLeafIndex, added, secretFor);
}

function nextState({ state, tree, created }: Draft, epoch: NextEpoch): EpochState {
  const privateKeys = state.privateKeys.copyFor(tree);
  if (created !== undefined) {
    privateKeys.set(leafNode(state.ownLeafIndex), created.leafKey);
    created.steps.forEach(({ node }, at) => {
      const pair = created.chain.pairs[at];
      if (pair !== undefined) privateKeys.set(node, copyKeyPair(pair));
    });
  }
  return { ...lastingPart(epoch), tree, ownLeafIndex: state.ownLeafIndex, privateKeys };
}

function ownLeaf({ tree, ownLeafIndex }: EpochState): LeafNode {
  const leaf = tree.leaf(ownLeafIndex);
  if (leaf === undefined) throw new FailedCheck("MLS_OWN_LEAF", "the own leaf is blank");
  return leaf;
}

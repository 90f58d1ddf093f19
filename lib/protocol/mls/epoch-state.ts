import { groupContextOf, isSameBytes, type GroupContext } from "../../wire/index.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { check } from "./error.js";
import { HASH_BYTES, isSameSecretBytes } from "./hash.js";
import { wipeEpochSecrets, type EpochSecrets } from "./key-schedule.js";
import { userIdOf } from "./leaf-checks.js";
import type { Membership } from "./membership.js";
import { PrivateKeys } from "./private-keys.js";
import { RatchetTree } from "./ratchet-tree.js";
import { checkedField } from "./saved-keys.js";
import { confirmationTag, interimTranscriptHash } from "./transcript.js";
import { checkParents, checkUnique } from "./tree-validation.js";

/** A member's state of one epoch. Changes to it are made in copies. */
export interface EpochState {
  readonly context: GroupContext;
  readonly tree: RatchetTree;
  readonly secrets: EpochSecrets;
  readonly interimTranscriptHash: Uint8Array;
  readonly ownLeafIndex: number;
  readonly privateKeys: PrivateKeys;
}

const FIELDS = savedFields({
  epoch: 1,
  treeHash: 2,
  confirmedTranscriptHash: 3,
  interimTranscriptHash: 4,
  tree: 5,
  ownLeafIndex: 6,
  privateKeys: 7,
  initSecret: 8,
  exporterSecret: 9,
  confirmationKey: 10,
  membershipKey: 11,
  authenticator: 12,
});

export function wipeEpochState({ secrets, privateKeys }: EpochState): void {
  wipeEpochSecrets(secrets);
  privateKeys.wipe();
}

/** The extensions of the context are those of the membership. */
export function saveEpochState(out: FieldWriter, state: EpochState): void {
  const { context, secrets } = state;
  out.number(FIELDS.epoch, context.epoch);
  out.bytes(FIELDS.treeHash, context.treeHash);
  out.bytes(FIELDS.confirmedTranscriptHash, context.confirmedTranscriptHash);
  out.bytes(FIELDS.interimTranscriptHash, state.interimTranscriptHash);
  out.record(FIELDS.tree, () => state.tree.save(out));
  out.number(FIELDS.ownLeafIndex, state.ownLeafIndex);
  out.record(FIELDS.privateKeys, () => state.privateKeys.save(out));
  out.bytes(FIELDS.initSecret, secrets.init);
  out.bytes(FIELDS.exporterSecret, secrets.exporter);
  out.bytes(FIELDS.confirmationKey, secrets.confirmation);
  out.bytes(FIELDS.membershipKey, secrets.membership);
  out.bytes(FIELDS.authenticator, secrets.authenticator);
}

/**
 * Signatures in the tree are not verified again: its hash says that it is the tree that was checked.
 * @throws {RestoreError} when tree, hashes and keys do not belong together, or the own leaf is not this member's
 */
export function restoreEpochState(saved: FieldReader, membership: Membership): EpochState {
  const context = restoreContext(saved, membership);
  const tree = restoreTree(saved, context.treeHash);
  const ownLeafIndex = restoreOwnLeaf(saved, membership, tree);
  const secrets = restoreSecrets(saved);
  try {
    const interim = restoreInterim(saved, context, secrets);
    const privateKeys = PrivateKeys.restore(saved.inner(FIELDS.privateKeys), tree, ownLeafIndex);
    return { context, tree, secrets, interimTranscriptHash: interim, ownLeafIndex, privateKeys };
  } catch (error) {
    wipeEpochSecrets(secrets);
    throw error;
  }
}

/** The first epoch has no confirmed transcript. */
function restoreContext(saved: FieldReader, { groupId, extensions }: Membership): GroupContext {
  const epoch = saved.u64(FIELDS.epoch);
  return groupContextOf({
    groupId,
    epoch,
    treeHash: saved.bytesOf(FIELDS.treeHash, HASH_BYTES),
    confirmedTranscriptHash: saved.bytesOf(FIELDS.confirmedTranscriptHash, epoch === 0n ? 0 : HASH_BYTES),
    extensions,
  });
}

function restoreTree(saved: FieldReader, treeHash: Uint8Array): RatchetTree {
  const tree = RatchetTree.restore(saved.inner(FIELDS.tree));
  return checkedField(saved, FIELDS.tree, () => {
    check(isSameBytes(tree.hash(), treeHash), "MLS_TREE_HASH", "tree hash of a saved epoch");
    checkUnique(tree);
    checkParents(tree);
    return tree;
  });
}

function restoreOwnLeaf(saved: FieldReader, { userId, signer }: Membership, tree: RatchetTree): number {
  const ownLeafIndex = saved.number(FIELDS.ownLeafIndex, tree.leafCount - 1);
  const leaf = tree.leaf(ownLeafIndex);
  const isOwn =
    leaf !== undefined && userIdOf(leaf) === userId && isSameBytes(leaf.signatureKey, signer.publicKey);
  return isOwn
    ? ownLeafIndex
    : saved.refuse(FIELDS.ownLeafIndex, "the leaf of this user and key", "another one");
}

function restoreSecrets(saved: FieldReader): EpochSecrets {
  return {
    init: saved.bytesOf(FIELDS.initSecret, HASH_BYTES),
    exporter: saved.bytesOf(FIELDS.exporterSecret, HASH_BYTES),
    confirmation: saved.bytesOf(FIELDS.confirmationKey, HASH_BYTES),
    membership: saved.bytesOf(FIELDS.membershipKey, HASH_BYTES),
    authenticator: saved.bytesOf(FIELDS.authenticator, HASH_BYTES),
  };
}

/** It follows from the others, and so says whether they are right. */
function restoreInterim(
  saved: FieldReader,
  { confirmedTranscriptHash: confirmed }: GroupContext,
  { confirmation }: EpochSecrets,
): Uint8Array {
  const interim = saved.bytesOf(FIELDS.interimTranscriptHash, HASH_BYTES);
  const expected = interimTranscriptHash(confirmed, confirmationTag(confirmation, confirmed));
  return isSameSecretBytes(interim, expected)
    ? interim
    : saved.refuse(FIELDS.interimTranscriptHash, "the hash of this transcript and key", "another one");
}

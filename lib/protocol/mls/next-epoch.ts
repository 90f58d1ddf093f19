import { groupContextOf, type GroupContext } from "../../wire/index.js";
import type { EpochState } from "./epoch-state.js";
import { deriveEpochSecrets, deriveJoinerSecret, type EpochSecrets } from "./key-schedule.js";
import type { Membership } from "./membership.js";
import { confirmationTag, confirmedTranscriptHash, interimTranscriptHash } from "./transcript.js";

/** The epoch that a commit leads to, tree and private keys apart. */
export interface NextEpoch {
  readonly context: GroupContext;
  readonly secrets: EpochSecrets;
  readonly interimTranscriptHash: Uint8Array;
  readonly confirmationTag: Uint8Array;
  /** for the welcome; to be wiped */
  readonly joinerSecret: Uint8Array;
}

/**
 * The group context that path secrets are sealed under: of the new epoch, still with the old transcript
 * (RFC 9420 12.4.1).
 */
export function provisionalContext(
  membership: Membership,
  state: EpochState,
  treeHash: Uint8Array,
  confirmed = state.context.confirmedTranscriptHash,
): GroupContext {
  return groupContextOf({
    groupId: membership.groupId,
    epoch: state.context.epoch + 1n,
    treeHash,
    confirmedTranscriptHash: confirmed,
    extensions: membership.extensions,
  });
}

/** Runs the key schedule over a signed commit (RFC 9420 8). @param treeHash of the new tree */
export function enterNextEpoch(
  membership: Membership,
  state: EpochState,
  commit: { readonly content: Uint8Array; readonly signature: Uint8Array },
  treeHash: Uint8Array,
  commitSecret: Uint8Array,
): NextEpoch {
  const confirmed = confirmedTranscriptHash(state.interimTranscriptHash, commit.content, commit.signature);
  const context = provisionalContext(membership, state, treeHash, confirmed);
  const joinerSecret = deriveJoinerSecret(state.secrets.init, commitSecret, context.bytes);
  const secrets = deriveEpochSecrets(joinerSecret, context.bytes);
  const tag = confirmationTag(secrets.confirmation, confirmed);
  return {
    context,
    secrets,
    interimTranscriptHash: interimTranscriptHash(confirmed, tag),
    confirmationTag: tag,
    joinerSecret,
  };
}

/** The part of it that belongs to the new state. */
export function lastingPart({ context, secrets, interimTranscriptHash: interim }: NextEpoch) {
  return { context, secrets, interimTranscriptHash: interim };
}

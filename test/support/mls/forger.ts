import { randomBytes } from "node:crypto";
import { aeadSeal } from "../../../lib/protocol/mls/aead.js";
import { createPath, sealPath } from "../../../lib/protocol/mls/commit-path-create.js";
import type { EpochState } from "../../../lib/protocol/mls/epoch-state.js";
import { encryptWithLabel } from "../../../lib/protocol/mls/hpke.js";
import type { OwnKeyPackage } from "../../../lib/protocol/mls/key-package.js";
import {
  deriveEpochSecrets,
  deriveWelcomeSecret,
  welcomeKey,
  zeroSecret,
} from "../../../lib/protocol/mls/key-schedule.js";
import {
  membershipOf,
  type Membership,
  type MembershipOptions,
} from "../../../lib/protocol/mls/membership.js";
import { enterNextEpoch, provisionalContext } from "../../../lib/protocol/mls/next-epoch.js";
import type { RatchetTree } from "../../../lib/protocol/mls/ratchet-tree.js";
import type { SignatureKeyPair } from "../../../lib/protocol/mls/signature-key.js";
import { Signer } from "../../../lib/protocol/mls/signature.js";
import { confirmationTag, membershipTag } from "../../../lib/protocol/mls/transcript.js";
import { joinFromWelcome } from "../../../lib/protocol/mls/welcome-join.js";
import {
  concatBytes,
  encodeCommit,
  encodeCommitContent,
  encodeGroupInfoContent,
  encodePublicMessage,
  encodeRatchetTree,
  encodeWelcome,
  framedContentTbs,
  groupContextOf,
  mlsOptional,
  mlsU8,
  mlsVector,
  type GroupContextContent,
  type KeyPackage,
  type MlsExtension,
  type UpdatePath,
} from "../../../lib/wire/index.js";

/** The flaws of a forged commit; everything else is valid. */
export interface CommitFlaws {
  /** what it does to the tree */
  readonly removed?: readonly number[];
  readonly added?: readonly KeyPackage[];
  /** references in it */
  readonly references?: readonly Uint8Array[];
  /** in place of the references: encoded ProposalOrRef */
  readonly entries?: readonly Uint8Array[];
  readonly path?: boolean;
  readonly changePath?: (path: UpdatePath) => UpdatePath;
  /** encoded Commit */
  readonly changeBody?: (body: Uint8Array) => Uint8Array;
  readonly epoch?: bigint;
  readonly groupId?: Uint8Array;
  readonly leafIndex?: number;
  readonly signer?: Signer;
  readonly changeConfirmationTag?: (tag: Uint8Array) => Uint8Array;
  readonly changeMembershipTag?: (tag: Uint8Array) => Uint8Array;
}

/** A member that knows all secrets of its epoch and breaks the rules. */
export class Forger {
  readonly membership: Membership;
  readonly state: EpochState;

  constructor(options: MembershipOptions & { readonly welcome: Uint8Array }) {
    this.membership = membershipOf(options);
    this.state = joinFromWelcome(this.membership, options.keyPackage, options.welcome);
  }

  commit(flaws: CommitFlaws): Uint8Array {
    const { membership, state } = this;
    const tree = state.tree.clone();
    for (const leafIndex of flaws.removed ?? []) tree.remove(leafIndex);
    const newcomers = (flaws.added ?? []).map(({ leaf }) => tree.add(leaf));
    const old = state.tree.leaf(state.ownLeafIndex)!;
    const isWithPath = flaws.path ?? (flaws.removed ?? []).length > 0;
    const created = isWithPath ? createPath(membership, tree, state.ownLeafIndex, old) : undefined;
    const context = provisionalContext(membership, state, tree.hash()).bytes;
    const sealed = created && sealPath(membership, tree, created, newcomers, context);
    const path = sealed && (flaws.changePath ?? ((same) => same))(sealed);
    const references = encodeCommit(flaws.references ?? [], path);
    const body =
      flaws.entries === undefined
        ? references
        : concatBytes(mlsVector(...flaws.entries), mlsOptional(path && encodeCommit([], path).subarray(2)));
    return this.#frame(
      (flaws.changeBody ?? ((same) => same))(body),
      flaws,
      tree.hash(),
      created?.chain.commitSecret ?? zeroSecret(),
    );
  }

  #frame(body: Uint8Array, flaws: CommitFlaws, treeHash: Uint8Array, commitSecret: Uint8Array): Uint8Array {
    const { membership, state } = this;
    const name = {
      groupId: flaws.groupId ?? membership.groupId,
      epoch: flaws.epoch ?? state.context.epoch,
    };
    const content = encodeCommitContent(name, flaws.leafIndex ?? state.ownLeafIndex, body);
    const context = state.context.bytes;
    const signer = flaws.signer ?? membership.signer;
    const signature = signer.sign("FramedContentTBS", framedContentTbs(content, context));
    const next = enterNextEpoch(membership, state, { content, signature }, treeHash, commitSecret);
    const confirmed = (flaws.changeConfirmationTag ?? ((same) => same))(next.confirmationTag);
    const tag = membershipTag(state.secrets.membership, {
      content,
      context,
      signature,
      confirmationTag: confirmed,
    });
    return encodePublicMessage({
      content,
      signature,
      confirmationTag: confirmed,
      membershipTag: (flaws.changeMembershipTag ?? ((same) => same))(tag),
    });
  }
}

/** ProposalOrRef that holds the proposal itself. */
export function inlineEntry(proposal: Uint8Array): Uint8Array {
  return concatBytes(mlsU8(1), proposal);
}

/** The flaws of a forged welcome; everything else is valid. */
export interface WelcomeFlaws {
  readonly context?: Partial<GroupContextContent>;
  readonly changeContext?: (context: Uint8Array) => Uint8Array;
  readonly extensions?: readonly MlsExtension[];
  readonly signerKey?: SignatureKeyPair;
  readonly signer?: number;
  readonly changeConfirmationTag?: (tag: Uint8Array) => Uint8Array;
  readonly newMember?: Uint8Array;
  readonly pathSecret?: Uint8Array;
  readonly preSharedKeys?: Uint8Array;
  readonly changeGroupInfo?: (sealed: Uint8Array) => Uint8Array;
  readonly changeSecrets?: (sealed: Uint8Array) => Uint8Array;
  readonly cipherSuite?: number;
}

export interface WelcomeScene {
  readonly newcomer: OwnKeyPackage;
  readonly membership: Membership;
  /** with the newcomer in it */
  readonly tree: RatchetTree;
  readonly signer: number;
  readonly signerKey: SignatureKeyPair;
}

/** Forges a welcome from scratch: the joiner secret is enough to derive the rest. */
export function forgeWelcome(scene: WelcomeScene, flaws: WelcomeFlaws = {}): Uint8Array {
  const same = (bytes: Uint8Array) => bytes;
  const joinerSecret = new Uint8Array(randomBytes(32));
  const context = (flaws.changeContext ?? same)(contextOf(scene, flaws));
  const confirmed = flaws.context?.confirmedTranscriptHash ?? CONFIRMED;
  const tag = confirmationTag(deriveEpochSecrets(joinerSecret, context).confirmation, confirmed);
  const content = encodeGroupInfoContent({
    groupContext: context,
    extensions: flaws.extensions ?? [{ type: 2, data: encodeRatchetTree(scene.tree.nodes()) }],
    confirmationTag: (flaws.changeConfirmationTag ?? same)(tag),
    signer: flaws.signer ?? scene.signer,
  });
  const signature = new Signer(flaws.signerKey ?? scene.signerKey).sign("GroupInfoTBS", content);
  const { key, nonce } = welcomeKey(deriveWelcomeSecret(joinerSecret));
  const sealed = aeadSeal(key, nonce, concatBytes(content, mlsVector(signature)));
  const encryptedGroupInfo = (flaws.changeGroupInfo ?? same)(sealed);
  const secrets = concatBytes(
    mlsVector(joinerSecret),
    mlsOptional(flaws.pathSecret && mlsVector(flaws.pathSecret)),
    mlsVector(flaws.preSharedKeys ?? new Uint8Array(0)),
  );
  const { initKey } = scene.newcomer.keyPackage;
  const to = encryptWithLabel(initKey, "Welcome", encryptedGroupInfo, secrets, scene.membership.random);
  const newMember = flaws.newMember ?? scene.newcomer.reference;
  const ciphertext = (flaws.changeSecrets ?? same)(to.ciphertext);
  const welcome = encodeWelcome({ secrets: [{ newMember, ...to, ciphertext }], encryptedGroupInfo });
  welcome[1] = flaws.cipherSuite ?? 2;
  return welcome;
}

const CONFIRMED = new Uint8Array(32).fill(7);

function contextOf({ membership, tree }: WelcomeScene, { context }: WelcomeFlaws): Uint8Array {
  return groupContextOf({
    groupId: membership.groupId,
    epoch: 5n,
    treeHash: tree.hash(),
    confirmedTranscriptHash: CONFIRMED,
    extensions: membership.extensions,
    ...context,
  }).bytes;
}

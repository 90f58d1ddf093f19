import {
  decodeIdentity,
  decodeWelcome,
  isSameBytes,
  MLS_CIPHERSUITE,
  splitCommitWelcome,
  type Commit,
  type CommitWelcome,
  type FramedContent,
  type LeafNode,
  type Welcome,
} from "sdkpp/wire";
import type { Group, Proposal } from "./group.js";
import { decoding } from "./key-package-check.js";
import type { Member } from "./member.js";
import type { Refusal } from "./refusal.js";

/** A commit that may be announced. */
export interface AcceptedCommit {
  /** MLSMessage */
  readonly bytes: Uint8Array;
  /** in the order of its references */
  readonly proposals: readonly Proposal[];
  readonly welcome: Welcome | undefined;
}

/**
 * Whether op 28 commits exactly what its sender was asked to (DAVE 1.1.4). The signature cannot be checked here, because
 * the context it covers is known to members only; they will do it.
 */
export function checkCommit(payload: Uint8Array, group: Group, from: Member): AcceptedCommit | Refusal {
  const split = decoding(() => splitCommitWelcome(Uint8Array.from(payload)));
  if (split === undefined) return "undecodable";
  const welcome = decoding(() => readWelcome(split));
  if (split.welcome !== undefined && welcome === undefined) return "undecodable";
  const { content } = split.commit.message;
  const proposals = content.body.kind === "commit" ? named(content.body.commit, group) : undefined;
  if (proposals === undefined || !isOfSender(content, group, from)) return "unacceptable";
  if (!coversWhatWasSent(proposals, from) || !welcomesTheAdded(proposals, welcome)) return "unacceptable";
  return { bytes: split.commit.bytes, proposals, welcome };
}

function readWelcome({ welcome }: CommitWelcome): Welcome | undefined {
  return welcome === undefined ? undefined : decodeWelcome(welcome);
}

/** @returns undefined when something is proposed inline or not known */
function named(commit: Commit, group: Group): Proposal[] | undefined {
  const found = commit.proposals.map((one) =>
    one.kind === "reference" ? group.find(Buffer.from(one.reference).toString("hex")) : undefined,
  );
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Group, epoch and leaf are the sender's own, and its path does not change who it is. */
function isOfSender(content: FramedContent, group: Group, from: Member): boolean {
  const { sender, body } = content;
  if (!isSameBytes(content.groupId, group.id) || content.epoch !== group.epoch) return false;
  if (sender.kind !== "member" || sender.leafIndex !== leafOf(group, from)) return false;
  const path = body.kind === "commit" ? body.commit.path : undefined;
  return path === undefined || keepsIdentity(path.leaf, group, from);
}

/** Whoever founds a group sits on its first leaf. */
function leafOf(group: Group, from: Member): number {
  return group.epoch === 0n ? 0 : group.leaves.indexOf(from.userId);
}

function keepsIdentity(leaf: LeafNode, group: Group, from: Member): boolean {
  const known = group.leaves.at(leafOf(group, from))?.signatureKey ?? from.keyPackage?.signatureKey;
  return (
    decodeIdentity(leaf.identity) === BigInt(from.userId) &&
    (known === undefined || isSameBytes(known, leaf.signatureKey))
  );
}

function coversWhatWasSent(proposals: readonly Proposal[], from: Member): boolean {
  const names = new Set(proposals.map(({ name }) => name));
  return (
    names.size > 0 &&
    names.size === proposals.length &&
    names.size === from.received.size &&
    [...names].every((name) => from.received.has(name))
  );
}

function welcomesTheAdded(proposals: readonly Proposal[], welcome: Welcome | undefined): boolean {
  const added = proposals.flatMap(({ change }) => (change.kind === "add" ? change.keyPackage.reference : []));
  if (welcome === undefined) return added.length === 0;
  const welcomed = new Set(welcome.secrets.map(({ newMember }) => Buffer.from(newMember).toString("hex")));
  return (
    welcome.cipherSuite === MLS_CIPHERSUITE &&
    welcomed.size === added.length &&
    added.every((reference) => welcomed.has(reference))
  );
}

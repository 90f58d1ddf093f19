import {
  concatBytes,
  decodeIdentity,
  decodeWelcome,
  isSameBytes,
  leafNodeTbs,
  MLS_CIPHERSUITE,
  mlsU32,
  mlsVector,
  splitCommitWelcome,
  type Commit,
  type CommitWelcome,
  type FramedContent,
  type LeafNode,
  type UpdatePath,
  type Welcome,
} from "sdkpp/wire";
import type { Group, PathKeys, Proposal } from "./group.js";
import { decoding, isUsable } from "./key-package-check.js";
import { usesAnyKey } from "./keys-in-use.js";
import { isPoint, verifyWithLabel } from "./p256.js";
import type { Member } from "./member.js";
import type { Rejection } from "./rejection.js";

/** A commit that may be announced. */
export interface AcceptedCommit {
  /** MLSMessage */
  readonly bytes: Uint8Array;
  /** in the order of its references */
  readonly proposals: readonly Proposal[];
  readonly welcome: Welcome | undefined;
  readonly path: PathKeys | undefined;
}

/**
 * Whether op 28 commits exactly the proposals that its sender received (DAVE 1.1.4). Checks all public parts. Only members can
 * check the signature of the commit, because only they know the context that it covers.
 */
export function checkCommit(
  payload: Uint8Array,
  group: Group,
  from: Member,
  members: readonly Member[],
): AcceptedCommit | Rejection {
  const split = decoding(() => splitCommitWelcome(Uint8Array.from(payload)));
  if (split === undefined) return "undecodable";
  const welcome = decoding(() => readWelcome(split));
  if (split.welcome !== undefined && welcome === undefined) return "undecodable";
  const { content } = split.commit.message;
  if (content.body.kind !== "commit") return "unacceptable";
  const { commit } = content.body;
  const proposals = named(commit, group);
  if (proposals === undefined || !isOfSender(content, group, from)) return "unacceptable";
  if (!coversAllReceived(proposals, from) || !welcomesAllAdded(proposals, welcome)) return "unacceptable";
  const path = commit.path;
  if (path === undefined) {
    if (proposals.some(({ change }) => change.kind === "remove")) return "unacceptable";
    return { bytes: split.commit.bytes, proposals, welcome, path };
  }
  const keys = pathKeysOf(path);
  if (!isPathUsable(path, keys, group, from, members)) return "unacceptable";
  return { bytes: split.commit.bytes, proposals, welcome, path: keys };
}

function pathKeysOf({ leaf, nodes }: UpdatePath): PathKeys {
  return { encryptionKey: leaf.encryptionKey, nodes: nodes.map(({ encryptionKey }) => encryptionKey) };
}

/** Whether the path keeps the sender's identity, is signed, and has new keys that are points of the curve. */
function isPathUsable(
  { leaf, nodes }: UpdatePath,
  keys: PathKeys,
  group: Group,
  from: Member,
  members: readonly Member[],
): boolean {
  const place = concatBytes(mlsVector(group.id), mlsU32(leafOf(group, from)));
  const sealed = nodes.flatMap(({ ciphertexts }) => ciphertexts.map(({ kemOutput }) => kemOutput));
  return (
    leaf.source.kind === "commit" &&
    keepsIdentity(leaf, group, from) &&
    isUsable(leaf) &&
    [...keys.nodes, ...sealed].every(isPoint) &&
    verifyWithLabel(
      leaf.signatureKey,
      "LeafNodeTBS",
      leafNodeTbs(leaf.tbs, leaf.source, place),
      leaf.signature,
    ) &&
    !usesAnyKey([keys.encryptionKey, ...keys.nodes], group, members)
  );
}

function readWelcome({ welcome }: CommitWelcome): Welcome | undefined {
  return welcome === undefined ? undefined : decodeWelcome(welcome);
}

/** @returns undefined when a proposal is inline or unknown */
function named(commit: Commit, group: Group): Proposal[] | undefined {
  const found = commit.proposals.map((one) =>
    one.kind === "reference" ? group.find(Buffer.from(one.reference).toString("hex")) : undefined,
  );
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Whether group, epoch and leaf are the sender's own. */
function isOfSender({ sender, groupId, epoch }: FramedContent, group: Group, from: Member): boolean {
  if (!isSameBytes(groupId, group.id) || epoch !== group.epoch) return false;
  return sender.kind === "member" && sender.leafIndex === leafOf(group, from);
}

/** The founder of a group occupies its first leaf. */
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

function coversAllReceived(proposals: readonly Proposal[], from: Member): boolean {
  const names = new Set(proposals.map(({ name }) => name));
  return (
    names.size > 0 &&
    names.size === proposals.length &&
    names.size === from.received.size &&
    [...names].every((name) => from.received.has(name))
  );
}

function welcomesAllAdded(proposals: readonly Proposal[], welcome: Welcome | undefined): boolean {
  const added = proposals.flatMap(({ change }) => (change.kind === "add" ? change.keyPackage.reference : []));
  if (welcome === undefined) return added.length === 0;
  const welcomed = new Set(welcome.secrets.map(({ newMember }) => Buffer.from(newMember).toString("hex")));
  return (
    welcome.cipherSuite === MLS_CIPHERSUITE &&
    welcomed.size === added.length &&
    added.every((reference) => welcomed.has(reference)) &&
    welcome.secrets.every(({ kemOutput }) => isPoint(kemOutput))
  );
}

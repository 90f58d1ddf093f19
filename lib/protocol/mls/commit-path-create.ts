import {
  encodeLeafNodeContent,
  NO_BYTES,
  signedLeafNode,
  concatBytes,
  type LeafNode,
  type UpdatePath,
} from "../../wire/index.js";
import { HASH_BYTES } from "./hash.js";
import { encryptWithLabel, generateKeyPair, type HpkeKeyPair } from "./hpke.js";
import { leafPlace } from "./leaf-checks.js";
import type { Membership } from "./membership.js";
import { writePathKeys } from "./parent-hash.js";
import { pathSecretsFrom, type PathSecrets } from "./path-secrets.js";
import type { PathStep, RatchetTree } from "./ratchet-tree.js";
import { isBelow, leafNode } from "./tree-math.js";

/** A committer's new keys, written into a tree. */
export interface CreatedPath {
  readonly steps: readonly PathStep[];
  readonly leaf: LeafNode;
  readonly leafKey: HpkeKeyPair;
  readonly chain: PathSecrets;
}

/**
 * Gives the committer a new leaf and its path new keys (RFC 9420 7.5).
 * @param tree with the proposals applied; is changed
 */
export function createPath(
  membership: Membership,
  tree: RatchetTree,
  leafIndex: number,
  old: LeafNode,
): CreatedPath {
  const steps = tree.filteredDirectPath(leafIndex);
  const leafKey = generateKeyPair(membership.random);
  const chain = pathSecretsFrom(membership.random(HASH_BYTES), steps.length);
  const keys = chain.pairs.map(({ publicKey }) => publicKey);
  const parentHash = writePathKeys(tree, leafIndex, steps, keys);
  const leaf = commitLeaf(membership, leafIndex, old, leafKey.publicKey, parentHash);
  tree.setLeaf(leafIndex, leaf);
  return { steps, leaf, leafKey, chain };
}

/** Seals every path secret to the members on the other side, newcomers apart: they get theirs by the welcome. */
export function sealPath(
  { random }: Membership,
  tree: RatchetTree,
  { steps, leaf, chain }: CreatedPath,
  newcomers: readonly number[],
  context: Uint8Array,
): UpdatePath {
  const seal = (to: number, secret: Uint8Array) =>
    encryptWithLabel(tree.keyOf(to) ?? NO_BYTES, "UpdatePathNode", context, secret, random);
  return {
    leaf,
    nodes: steps.map((step, at) => ({
      encryptionKey: chain.pairs[at]?.publicKey ?? NO_BYTES,
      ciphertexts: recipients(step, newcomers).map((to) => seal(to, chain.secrets[at] ?? NO_BYTES)),
    })),
  };
}

/** Nodes that a step's secret is sealed to. @param newcomers leaf indices */
export function recipients({ resolution }: PathStep, newcomers: readonly number[]): number[] {
  const excluded = new Set(newcomers.map(leafNode));
  return resolution.filter((node) => !excluded.has(node));
}

/** Secret of the lowest node of the path that a newcomer is below. */
export function secretForNewcomer({ steps, chain }: CreatedPath, leafIndex: number): Uint8Array | undefined {
  return chain.secrets[steps.findIndex(({ node }) => isBelow(leafIndex, node))];
}

function commitLeaf(
  { signer, groupId }: Membership,
  leafIndex: number,
  { identity, signatureKey }: LeafNode,
  encryptionKey: Uint8Array,
  parentHash: Uint8Array,
): LeafNode {
  const source = { kind: "commit", parentHash } as const;
  const content = encodeLeafNodeContent({ encryptionKey, signatureKey, identity, source });
  const tbs = concatBytes(content, leafPlace(groupId, leafIndex));
  return signedLeafNode(content, signer.sign("LeafNodeTBS", tbs));
}

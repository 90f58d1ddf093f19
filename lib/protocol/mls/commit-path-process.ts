import { isSameBytes, type LeafNode, type UpdatePath } from "../../wire/index.js";
import { recipients } from "./commit-path-create.js";
import { check, FailedCheck } from "./error.js";
import { decryptWithLabel } from "./hpke.js";
import { checkAbilities, checkLeafSignature, checkPublicKey, leafPlace } from "./leaf-checks.js";
import type { Membership } from "./membership.js";
import { writePathKeys } from "./parent-hash.js";
import { isPathOf, pathSecretsFrom, wipePath, type PathSecrets } from "./path-secrets.js";
import type { PrivateKeys } from "./private-keys.js";
import type { PathStep, RatchetTree } from "./ratchet-tree.js";
import { isBelow } from "./tree-math.js";

/** A leaf that a commit renews, and the path that came with it. */
export interface ReceivedPath {
  readonly leafIndex: number;
  /** the committer's leaf before */
  readonly old: LeafNode;
  readonly path: UpdatePath;
  /** leaf indices of those the commit adds */
  readonly newcomers: readonly number[];
}

/**
 * Checks a committer's path and writes it into the tree (RFC 9420 12.4.2).
 * @param tree with the proposals applied; is changed
 * @throws {FailedCheck}
 */
export function writePath(membership: Membership, tree: RatchetTree, received: ReceivedPath): PathStep[] {
  const { leafIndex, path } = received;
  const steps = tree.filteredDirectPath(leafIndex);
  checkPathLeaf(membership, received);
  checkShape(steps, received);
  checkFreshKeys(tree, path);
  const keys = path.nodes.map(({ encryptionKey }) => encryptionKey);
  checkLeafParentHash(path.leaf, writePathKeys(tree, leafIndex, steps, keys));
  tree.setLeaf(leafIndex, path.leaf);
  return steps;
}

/** The secrets that a member derives from a path. */
export interface OpenedPath {
  /** the chain from the lowest node that the member shares with the committer */
  readonly chain: PathSecrets;
  /** nodes of the chain */
  readonly nodes: readonly number[];
}

/**
 * Opens the secret for this member and follows it up to the root.
 * @param context of the new epoch, provisional
 * @throws {FailedCheck} when nothing opens, or it leads to other keys than the path shows
 */
export function openPath(
  tree: RatchetTree,
  privateKeys: PrivateKeys,
  ownLeafIndex: number,
  steps: readonly PathStep[],
  { path, newcomers }: ReceivedPath,
  context: Uint8Array,
): OpenedPath {
  const first = steps.findIndex(({ node }) => isBelow(ownLeafIndex, node));
  const shared = steps.slice(first);
  const secret = openSecret(
    tree,
    privateKeys,
    steps[first],
    path.nodes[first]?.ciphertexts,
    newcomers,
    context,
  );
  const chain = pathSecretsFrom(secret, shared.length);
  const shown = shared.map(({ node }) => tree.keyOf(node));
  if (isPathOf(chain, shown)) return { chain, nodes: shared.map(({ node }) => node) };
  wipePath(chain);
  throw new FailedCheck("MLS_PATH_SECRET", "a path secret leads to other keys");
}

function openSecret(
  tree: RatchetTree,
  privateKeys: PrivateKeys,
  step: PathStep | undefined,
  ciphertexts: UpdatePath["nodes"][number]["ciphertexts"] | undefined,
  newcomers: readonly number[],
  context: Uint8Array,
): Uint8Array {
  for (const [at, node] of (step === undefined ? [] : recipients(step, newcomers)).entries()) {
    const pair = privateKeys.match(node, tree);
    const ciphertext = ciphertexts?.[at];
    if (pair === undefined || ciphertext === undefined) continue;
    const secret = decryptWithLabel(pair, "UpdatePathNode", context, ciphertext);
    if (secret !== undefined) return secret;
  }
  throw new FailedCheck("MLS_PATH_SECRET", "no path secret opens");
}

/** Credential and signature key stay; the encryption key does not. */
function checkPathLeaf(membership: Membership, { leafIndex, old, path: { leaf } }: ReceivedPath): void {
  check(leaf.source.kind === "commit", "MLS_LEAF_SOURCE", "leaf of a path is not from a commit");
  const isSameMember =
    isSameBytes(leaf.signatureKey, old.signatureKey) && isSameBytes(leaf.identity, old.identity);
  check(isSameMember, "MLS_PATH_CREDENTIAL", "leaf of a path has another credential or signature key");
  checkAbilities(leaf);
  checkPublicKey(leaf.encryptionKey, "encryption key of a leaf");
  const isFresh = !isSameBytes(leaf.encryptionKey, old.encryptionKey);
  check(isFresh, "MLS_PATH_KEY_REUSED", "leaf of a path keeps its encryption key");
  checkLeafSignature(membership.verifier, leaf, leafPlace(membership.groupId, leafIndex));
}

function checkShape(steps: readonly PathStep[], { path: { nodes }, newcomers }: ReceivedPath): void {
  const isFitting =
    nodes.length === steps.length &&
    steps.every((step, at) => nodes[at]?.ciphertexts.length === recipients(step, newcomers).length);
  check(isFitting, "MLS_PATH_SHAPE", "a path does not fit the tree");
}

/** No key of a path may be in the tree already (RFC 9420 12.4.2). */
function checkFreshKeys(tree: RatchetTree, { nodes }: UpdatePath): void {
  for (const { encryptionKey } of nodes) {
    checkPublicKey(encryptionKey, "encryption key of a path");
    check(!hasKey(tree, encryptionKey), "MLS_PATH_KEY_REUSED", "key of a path is in the tree already");
  }
}

function hasKey(tree: RatchetTree, key: Uint8Array): boolean {
  return tree.keys().some((known) => isSameBytes(known, key));
}

function checkLeafParentHash({ source }: LeafNode, expected: Uint8Array): void {
  const isRight = source.kind === "commit" && isSameBytes(source.parentHash, expected);
  check(isRight, "MLS_PARENT_HASH", "parent hash of a committer's leaf");
}

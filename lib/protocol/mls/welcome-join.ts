import {
  decodeGroupInfo,
  decodeGroupSecrets,
  decodeRatchetTree,
  decodeWelcome,
  encodeExtensions,
  isSameBytes,
  MLS_CIPHERSUITE,
  MlsExtensionType,
  type GroupInfo,
  type GroupSecrets,
  type Welcome,
} from "../../wire/index.js";
import { aeadOpen } from "./aead.js";
import type { EpochState } from "./epoch-state.js";
import { check, FailedCheck } from "./error.js";
import { isSameSecretBytes } from "./hash.js";
import { copyKeyPair, decryptWithLabel } from "./hpke.js";
import type { OwnKeyPackage } from "./key-package.js";
import {
  deriveEpochSecrets,
  deriveWelcomeSecret,
  welcomeKey,
  wipeEpochSecrets,
  type EpochSecrets,
} from "./key-schedule.js";
import { checkSuite } from "./leaf-checks.js";
import type { Membership } from "./membership.js";
import { isPathOf, pathSecretsFrom } from "./path-secrets.js";
import { PrivateKeys } from "./private-keys.js";
import { RatchetTree } from "./ratchet-tree.js";
import { confirmationTag, interimTranscriptHash } from "./transcript.js";
import { directPath, isBelow, leafNode } from "./tree-math.js";
import { checkTree } from "./tree-validation.js";
import { wipe } from "../wipe.js";

/**
 * Joins from a welcome (RFC 9420 12.4.3.1) with all checks of DAVE 1.1.4.
 * @param bytes bare
 * @throws {FailedCheck | MlsDecodeError}
 */
export function joinFromWelcome(membership: Membership, own: OwnKeyPackage, bytes: Uint8Array): EpochState {
  const welcome = decodeWelcome(bytes);
  check(welcome.cipherSuite === MLS_CIPHERSUITE, "MLS_SUITE", `suite ${String(welcome.cipherSuite)}`);
  const secrets = openGroupSecrets(welcome, own);
  try {
    check(secrets.preSharedKeys.length === 0, "MLS_PRE_SHARED_KEY", "a welcome with pre-shared keys");
    const info = openGroupInfo(welcome, secrets.joinerSecret);
    return enter(membership, own, info, secrets);
  } finally {
    wipe(secrets.joinerSecret, secrets.pathSecret);
  }
}

function openGroupSecrets({ secrets, encryptedGroupInfo }: Welcome, own: OwnKeyPackage): GroupSecrets {
  const ours = secrets.find(({ newMember }) => isSameBytes(newMember, own.reference));
  if (ours === undefined) throw new FailedCheck("MLS_WELCOME_NOT_FOR_US", "the own key package is not named");
  const plaintext = decryptWithLabel(own.initKey, "Welcome", encryptedGroupInfo, ours);
  if (plaintext === undefined) throw new FailedCheck("MLS_WELCOME_SECRETS", "group secrets do not open");
  return decodeGroupSecrets(plaintext);
}

function openGroupInfo({ encryptedGroupInfo }: Welcome, joinerSecret: Uint8Array): GroupInfo {
  const secret = deriveWelcomeSecret(joinerSecret);
  const { key, nonce } = welcomeKey(secret);
  const plaintext = aeadOpen(key, nonce, encryptedGroupInfo);
  wipe(secret, key, nonce);
  if (plaintext === undefined) throw new FailedCheck("MLS_GROUP_INFO_SECRET", "group info does not open");
  return decodeGroupInfo(plaintext);
}

function enter(
  membership: Membership,
  own: OwnKeyPackage,
  info: GroupInfo,
  groupSecrets: GroupSecrets,
): EpochState {
  checkGroup(membership, info);
  const tree = readTree(info);
  checkGroupInfoSignature(membership, info, tree);
  check(isSameBytes(tree.hash(), info.groupContext.treeHash), "MLS_TREE_HASH", "tree hash of a welcome");
  checkTree(tree, membership.groupId, membership.verifier);
  const ownLeafIndex = findOwnLeaf(tree, own);
  const secrets = confirmedSecrets(info, groupSecrets);
  const { groupContext: context, confirmationTag: tag } = info;
  const interim = interimTranscriptHash(context.confirmedTranscriptHash, tag);
  try {
    const privateKeys = ownKeys(tree, own, ownLeafIndex, info.signer, groupSecrets.pathSecret);
    return { context, tree, secrets, interimTranscriptHash: interim, ownLeafIndex, privateKeys };
  } catch (error) {
    wipeEpochSecrets(secrets);
    throw error;
  }
}

/** Version, suite, group id, and exactly the external sender of this connection. */
function checkGroup({ groupId, extensions }: Membership, { groupContext }: GroupInfo): void {
  checkSuite(groupContext);
  check(isSameBytes(groupContext.groupId, groupId), "MLS_OTHER_GROUP", "welcome to another group");
  const isSameSender = isSameBytes(encodeExtensions(groupContext.extensions), encodeExtensions(extensions));
  check(isSameSender, "MLS_EXTERNAL_SENDER", "welcome to a group with another external sender");
}

function readTree({ extensions }: GroupInfo): RatchetTree {
  const extension = extensions.find(({ type }) => type === MlsExtensionType.RatchetTree);
  if (extension === undefined) throw new FailedCheck("MLS_TREE_MISSING", "a welcome without ratchet tree");
  return RatchetTree.fromNodes(decodeRatchetTree(extension.data));
}

function checkGroupInfoSignature({ verifier }: Membership, info: GroupInfo, tree: RatchetTree): void {
  const signer = tree.leaf(info.signer);
  const isSigned =
    signer !== undefined && verifier.verify(signer.signatureKey, "GroupInfoTBS", info.tbs, info.signature);
  check(isSigned, "MLS_GROUP_INFO_SIGNATURE", "signature of a group info");
}

function findOwnLeaf(tree: RatchetTree, { keyPackage }: OwnKeyPackage): number {
  const own = tree.members().find(({ leaf }) => isSameBytes(leaf.bytes, keyPackage.leaf.bytes));
  if (own === undefined) throw new FailedCheck("MLS_OWN_LEAF", "the own leaf is not in the tree");
  return own.leafIndex;
}

function confirmedSecrets(info: GroupInfo, { joinerSecret }: GroupSecrets): EpochSecrets {
  const { bytes, confirmedTranscriptHash } = info.groupContext;
  const secrets = deriveEpochSecrets(joinerSecret, bytes);
  const expected = confirmationTag(secrets.confirmation, confirmedTranscriptHash);
  if (isSameSecretBytes(expected, info.confirmationTag)) return secrets;
  wipeEpochSecrets(secrets);
  throw new FailedCheck("MLS_CONFIRMATION_TAG", "confirmation tag of a welcome");
}

/** The leaf's key, and those of the nodes that the newcomer shares with a committer that made a path. */
function ownKeys(
  tree: RatchetTree,
  own: OwnKeyPackage,
  ownLeafIndex: number,
  signer: number,
  pathSecret: Uint8Array | undefined,
): PrivateKeys {
  const shared = pathSecret === undefined ? [] : sharedNodes(tree, ownLeafIndex, signer);
  const keys = new PrivateKeys();
  keys.set(leafNode(ownLeafIndex), copyKeyPair(own.encryptionKey));
  if (pathSecret === undefined) return keys;
  const chain = pathSecretsFrom(pathSecret, shared.length);
  const isRight = isPathOf(
    chain,
    shared.map((node) => tree.keyOf(node)),
  );
  chain.pairs.forEach((pair, at) => keys.set(shared[at] ?? -1, pair));
  wipe(...chain.secrets, chain.commitSecret);
  if (isRight) return keys;
  keys.wipe();
  throw new FailedCheck("MLS_PATH_SECRET", "the path secret of a welcome leads to other keys");
}

/**
 * Nodes with keys above both leaves, from the lowest up. The lowest common one was on the committer's path: it
 * cannot be blank.
 */
function sharedNodes(tree: RatchetTree, ownLeafIndex: number, signer: number): number[] {
  const path = directPath(leafNode(signer), tree.leafCount);
  const [lowest, ...above] = path.filter((node) => isBelow(ownLeafIndex, node));
  const hasKey = (node: number | undefined): node is number =>
    node !== undefined && tree.parent(node) !== undefined;
  check(hasKey(lowest), "MLS_PATH_SECRET", "a path secret for a blank node");
  return [lowest, ...above.filter(hasKey)];
}

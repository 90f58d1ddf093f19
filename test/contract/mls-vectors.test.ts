// Published known answers of MLS (RFC 9420), cipher suite 2. Outside of the subset, and therefore left out:
// - crypto-basics: nothing; derive_tree_secret has no function here and is ExpandWithLabel over the generation
// - tree-validation: uniqueness by user, since these identities are not user ids; everything else holds
// - key-schedule: encryption, external, resumption and sender data secrets; no PrivateMessage, external commit or PSK
// - message-protection: private messages; the commit's body, which holds a pre-shared key proposal, is not decoded,
//   its signature and tags are checked over its bytes
// - passive clients, messages, psk_secret, secret-tree: need what DAVE leaves out
import { describe, expect, it } from "vitest";
import { aeadOpen } from "../../lib/protocol/mls/aead.js";
import { createPath, sealPath } from "../../lib/protocol/mls/commit-path-create.js";
import { openPath, writePath } from "../../lib/protocol/mls/commit-path-process.js";
import { decryptWithLabel, deriveKeyPair, encryptWithLabel } from "../../lib/protocol/mls/hpke.js";
import {
  deriveEpochSecrets,
  deriveJoinerSecret,
  deriveWelcomeSecret,
  exportFrom,
  welcomeKey,
} from "../../lib/protocol/mls/key-schedule.js";
import {
  deriveSecret,
  expandWithLabel,
  keyPackageReference,
  refHash,
} from "../../lib/protocol/mls/labels.js";
import { checkKeyPackage } from "../../lib/protocol/mls/leaf-checks.js";
import type { Membership } from "../../lib/protocol/mls/membership.js";
import { publicKeyOf } from "../../lib/protocol/mls/p256.js";
import { PrivateKeys } from "../../lib/protocol/mls/private-keys.js";
import { RatchetTree } from "../../lib/protocol/mls/ratchet-tree.js";
import { importSignatureKey } from "../../lib/protocol/mls/signature-key.js";
import { SignatureVerifier, Signer } from "../../lib/protocol/mls/signature.js";
import {
  confirmationTag,
  confirmedTranscriptHash,
  interimTranscriptHash,
  membershipTag,
} from "../../lib/protocol/mls/transcript.js";
import { checkLeaves, checkParents } from "../../lib/protocol/mls/tree-validation.js";
import {
  leafNode,
  leftChild,
  level,
  parentOf,
  rightChild,
  rootOf,
  siblingOf,
} from "../../lib/protocol/mls/tree-math.js";
import {
  decodeGroupInfo,
  decodeGroupSecrets,
  decodeKeyPackage,
  decodePublicMessage,
  decodeRatchetTree,
  decodeWelcome,
  decodeWhole,
  encodeProposal,
  encodeRatchetTree,
  framedContentTbs,
  groupContextOf,
  mlsU32,
  MlsReader,
  readFramedContent,
  readUpdatePath,
} from "../../lib/wire/index.js";
import { hexOf } from "../support/mls/members.js";
import { seededBytes } from "../support/mls/random.js";
import { readDescription } from "./folder.js";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const read = <T>(name: string) => readDescription(`vectors/mls/${name}.json`) as T[];
const verifier = new SignatureVerifier();

interface CryptoBasics {
  ref_hash: { label: string; value: string; out: string };
  expand_with_label: { secret: string; label: string; context: string; length: number; out: string };
  derive_secret: { secret: string; label: string; out: string };
  derive_tree_secret: { secret: string; label: string; generation: number; length: number; out: string };
  sign_with_label: { priv: string; pub: string; content: string; label: string; signature: string };
  encrypt_with_label: {
    priv: string;
    pub: string;
    label: string;
    context: string;
    plaintext: string;
    kem_output: string;
    ciphertext: string;
  };
}

describe.each(read<CryptoBasics>("crypto-basics"))("crypto-basics", (vector) => {
  it("RefHash", () => {
    const { label, value, out } = vector.ref_hash;
    expect(hexOf(refHash(label, hex(value)))).toBe(out);
  });

  it("ExpandWithLabel", () => {
    const { secret, label, context, length, out } = vector.expand_with_label;
    expect(hexOf(expandWithLabel(hex(secret), label, hex(context), length))).toBe(out);
  });

  it("DeriveSecret", () => {
    const { secret, label, out } = vector.derive_secret;
    expect(hexOf(deriveSecret(hex(secret), label))).toBe(out);
  });

  it("DeriveTreeSecret", () => {
    const { secret, label, generation, length, out } = vector.derive_tree_secret;
    expect(hexOf(expandWithLabel(hex(secret), label, mlsU32(generation), length))).toBe(out);
  });

  it("SignWithLabel", () => {
    const { priv, pub, content, label, signature } = vector.sign_with_label;
    const key = importSignatureKey(hex(priv));
    expect(hexOf(key.publicKey)).toBe(pub);
    expect(verifier.verify(hex(pub), label, hex(content), hex(signature))).toBe(true);
    expect(verifier.verify(hex(pub), label, hex(content), new Signer(key).sign(label, hex(content)))).toBe(
      true,
    );
    expect(verifier.verify(hex(pub), `${label}.`, hex(content), hex(signature))).toBe(false);
  });

  it("EncryptWithLabel", () => {
    const { priv, pub, label, context, plaintext, kem_output, ciphertext } = vector.encrypt_with_label;
    const pair = { publicKey: hex(pub), privateKey: hex(priv) };
    const theirs = { kemOutput: hex(kem_output), ciphertext: hex(ciphertext) };
    expect(hexOf(publicKeyOf(pair.privateKey))).toBe(pub);
    expect(hexOf(decryptWithLabel(pair, label, hex(context), theirs)!)).toBe(plaintext);
    const ours = encryptWithLabel(pair.publicKey, label, hex(context), hex(plaintext), seededBytes("vector"));
    expect(hexOf(decryptWithLabel(pair, label, hex(context), ours)!)).toBe(plaintext);
    expect(decryptWithLabel(pair, `${label}.`, hex(context), theirs)).toBeUndefined();
  });
});

interface TreeMath {
  n_leaves: number;
  n_nodes: number;
  root: number;
  left: (number | null)[];
  right: (number | null)[];
  parent: (number | null)[];
  sibling: (number | null)[];
}

describe.each(read<TreeMath>("tree-math"))("tree-math of $n_leaves leaves", (vector) => {
  it("all nodes", () => {
    const nodes = Array.from({ length: vector.n_nodes }, (_, node) => node);
    const root = rootOf(vector.n_leaves);
    const inner = (of: (node: number) => number) =>
      nodes.map((node) => (level(node) === 0 ? null : of(node)));
    const below = (of: (node: number) => number) => nodes.map((node) => (node === root ? null : of(node)));
    expect(root).toBe(vector.root);
    expect(inner(leftChild)).toEqual(vector.left);
    expect(inner(rightChild)).toEqual(vector.right);
    expect(below(parentOf)).toEqual(vector.parent);
    expect(below(siblingOf)).toEqual(vector.sibling);
  });
});

interface TreeValidation {
  tree: string;
  group_id: string;
  tree_hashes: string[];
  resolutions: number[][];
}

describe("tree-validation", () => {
  it.each(read<TreeValidation>("tree-validation").map((each, at) => [at, each] as const))(
    "%i",
    (_at, vector) => {
      const nodes = decodeRatchetTree(hex(vector.tree));
      const tree = RatchetTree.fromNodes(nodes);
      const indices = Array.from(vector.resolutions.keys());
      expect(hexOf(encodeRatchetTree(tree.nodes()))).toBe(vector.tree);
      expect(indices.map((node) => tree.resolution(node))).toEqual(vector.resolutions);
      expect(indices.map((node) => hexOf(tree.hash(node)))).toEqual(vector.tree_hashes);
      checkParents(tree);
      checkLeaves(tree, hex(vector.group_id), verifier);
    },
  );
});

interface TreeKem {
  group_id: string;
  epoch: number;
  confirmed_transcript_hash: string;
  ratchet_tree: string;
  leaves_private: {
    index: number;
    encryption_priv: string;
    signature_priv: string;
    path_secrets: { node: number; path_secret: string }[];
  }[];
  update_paths: {
    sender: number;
    update_path: string;
    path_secrets: (string | null)[];
    commit_secret: string;
    tree_hash_after: string;
  }[];
}

describe("treekem", () => {
  const cases = read<TreeKem>("treekem").flatMap((vector, at) =>
    vector.update_paths.map((path, of) => [`${String(at)}/${String(of)}`, vector, path] as const),
  );
  const membershipFor = (vector: TreeKem, sender: number) => {
    const own = vector.leaves_private.find(({ index }) => index === sender)!;
    const signer = new Signer(importSignatureKey(hex(own.signature_priv)));
    return {
      groupId: hex(vector.group_id),
      verifier,
      signer,
      random: seededBytes("treekem"),
    } as unknown as Membership;
  };
  const keysOf = ({ encryption_priv, index, path_secrets }: TreeKem["leaves_private"][number]) => {
    const keys = new PrivateKeys();
    const privateKey = hex(encryption_priv);
    keys.set(leafNode(index), { privateKey, publicKey: publicKeyOf(privateKey) });
    for (const { node, path_secret } of path_secrets)
      keys.set(node, deriveKeyPair(deriveSecret(hex(path_secret), "node")));
    return keys;
  };
  const contextOf = (vector: TreeKem, treeHash: Uint8Array) =>
    groupContextOf({
      groupId: hex(vector.group_id),
      epoch: BigInt(vector.epoch),
      treeHash,
      confirmedTranscriptHash: hex(vector.confirmed_transcript_hash),
      extensions: [],
    }).bytes;

  it.each(cases)("%s: private keys belong to the tree", (_at, vector) => {
    const tree = RatchetTree.fromNodes(decodeRatchetTree(hex(vector.ratchet_tree)));
    for (const each of vector.leaves_private) {
      const keys = keysOf(each);
      for (const { node } of each.path_secrets) expect(keys.match(node, tree)).toBeDefined();
      expect(keys.match(leafNode(each.index), tree)).toBeDefined();
    }
  });

  it.each(cases)("%s: all members follow the published path", (_at, vector, published) => {
    const tree = RatchetTree.fromNodes(decodeRatchetTree(hex(vector.ratchet_tree)));
    const leafIndex = published.sender;
    const path = decodeWhole(hex(published.update_path), readUpdatePath);
    const received = { leafIndex, old: tree.leaf(leafIndex)!, path, newcomers: [] };
    const steps = writePath(membershipFor(vector, leafIndex), tree, received);
    expect(hexOf(tree.hash())).toBe(published.tree_hash_after);
    const context = contextOf(vector, tree.hash());
    for (const each of vector.leaves_private) {
      if (each.index === leafIndex) continue;
      const { chain } = openPath(tree, keysOf(each), each.index, steps, received, context);
      expect(hexOf(chain.secrets[0]!)).toBe(published.path_secrets[each.index]);
      expect(hexOf(chain.commitSecret)).toBe(published.commit_secret);
    }
  });

  it.each(cases)("%s: all members follow our path", (_at, vector, { sender: leafIndex }) => {
    const before = RatchetTree.fromNodes(decodeRatchetTree(hex(vector.ratchet_tree)));
    const old = before.leaf(leafIndex)!;
    const membership = membershipFor(vector, leafIndex);
    const made = before.clone();
    const created = createPath(membership, made, leafIndex, old);
    const context = contextOf(vector, made.hash());
    const path = sealPath(membership, made, created, [], context);
    const received = { leafIndex, old, path, newcomers: [] };
    const tree = before.clone();
    const steps = writePath(membership, tree, received);
    expect(hexOf(tree.hash())).toBe(hexOf(made.hash()));
    checkParents(tree);
    for (const each of vector.leaves_private) {
      if (each.index === leafIndex) continue;
      const opened = openPath(tree, keysOf(each), each.index, steps, received, context);
      expect(hexOf(opened.chain.commitSecret)).toBe(hexOf(created.chain.commitSecret));
    }
  });
});

interface KeySchedule {
  group_id: string;
  initial_init_secret: string;
  epochs: {
    tree_hash: string;
    commit_secret: string;
    psk_secret: string;
    confirmed_transcript_hash: string;
    group_context: string;
    joiner_secret: string;
    welcome_secret: string;
    init_secret: string;
    exporter_secret: string;
    epoch_authenticator: string;
    confirmation_key: string;
    membership_key: string;
    external_secret: string;
    external_pub: string;
    exporter: { label: string; context: string; length: number; secret: string };
  }[];
}

describe.each(read<KeySchedule>("key-schedule"))("key-schedule", (vector) => {
  it.each(vector.epochs.map((epoch, at) => [at, epoch] as const))("epoch %i", (at, epoch) => {
    const initSecret = at === 0 ? vector.initial_init_secret : vector.epochs[at - 1]!.init_secret;
    const context = groupContextOf({
      groupId: hex(vector.group_id),
      epoch: BigInt(at),
      treeHash: hex(epoch.tree_hash),
      confirmedTranscriptHash: hex(epoch.confirmed_transcript_hash),
      extensions: [],
    }).bytes;
    expect(hexOf(context)).toBe(epoch.group_context);
    const joiner = deriveJoinerSecret(hex(initSecret), hex(epoch.commit_secret), context);
    const psk = hex(epoch.psk_secret);
    const secrets = deriveEpochSecrets(joiner, context, psk);
    const { label, context: exportContext, length, secret } = epoch.exporter;
    expect({
      joiner: hexOf(joiner),
      welcome: hexOf(deriveWelcomeSecret(joiner, psk)),
      init: hexOf(secrets.init),
      exporter: hexOf(secrets.exporter),
      authenticator: hexOf(secrets.authenticator),
      confirmation: hexOf(secrets.confirmation),
      membership: hexOf(secrets.membership),
      exported: hexOf(exportFrom(secrets.exporter, label, hex(exportContext), length)),
      externalPublicKey: hexOf(deriveKeyPair(hex(epoch.external_secret)).publicKey),
    }).toEqual({
      joiner: epoch.joiner_secret,
      welcome: epoch.welcome_secret,
      init: epoch.init_secret,
      exporter: epoch.exporter_secret,
      authenticator: epoch.epoch_authenticator,
      confirmation: epoch.confirmation_key,
      membership: epoch.membership_key,
      exported: secret,
      externalPublicKey: epoch.external_pub,
    });
  });
});

interface TranscriptHashes {
  confirmation_key: string;
  authenticated_content: string;
  interim_transcript_hash_before: string;
  confirmed_transcript_hash_after: string;
  interim_transcript_hash_after: string;
}

describe.each(read<TranscriptHashes>("transcript-hashes"))("transcript-hashes", (vector) => {
  it("both hashes and the tag", () => {
    const reader = new MlsReader(hex(vector.authenticated_content));
    expect(reader.u16()).toBe(1);
    const content = readFramedContent(reader);
    const [signature, tag] = [reader.vector(), reader.vector()];
    reader.end();
    const before = hex(vector.interim_transcript_hash_before);
    const confirmed = confirmedTranscriptHash(before, content.bytes, signature);
    expect(hexOf(confirmed)).toBe(vector.confirmed_transcript_hash_after);
    expect(hexOf(confirmationTag(hex(vector.confirmation_key), confirmed))).toBe(hexOf(tag));
    expect(hexOf(interimTranscriptHash(confirmed, tag))).toBe(vector.interim_transcript_hash_after);
  });
});

interface WelcomeVector {
  init_priv: string;
  signer_pub: string;
  key_package: string;
  welcome: string;
}

describe.each(read<WelcomeVector>("welcome"))("welcome", (vector) => {
  it("decrypts, with a correct signature and tag", () => {
    const keyPackage = decodeKeyPackage(hex(vector.key_package));
    // published as an MLSMessage (0001 0003); DAVE sends the bare one
    const welcome = decodeWelcome(hex(vector.welcome).subarray(4));
    const name = hexOf(keyPackageReference(keyPackage.bytes));
    const ours = welcome.secrets.find(({ newMember }) => hexOf(newMember) === name)!;
    const pair = { publicKey: keyPackage.initKey, privateKey: hex(vector.init_priv) };
    const { joinerSecret } = decodeGroupSecrets(
      decryptWithLabel(pair, "Welcome", welcome.encryptedGroupInfo, ours)!,
    );
    const { key, nonce } = welcomeKey(deriveWelcomeSecret(joinerSecret));
    const info = decodeGroupInfo(aeadOpen(key, nonce, welcome.encryptedGroupInfo)!);
    expect(verifier.verify(hex(vector.signer_pub), "GroupInfoTBS", info.tbs, info.signature)).toBe(true);
    const { confirmation } = deriveEpochSecrets(joinerSecret, info.groupContext.bytes);
    const expected = confirmationTag(confirmation, info.groupContext.confirmedTranscriptHash);
    expect(hexOf(info.confirmationTag)).toBe(hexOf(expected));
  });

  it("its key package is valid except for the identity, which is not a user id", () => {
    expect(() => checkKeyPackage(verifier, decodeKeyPackage(hex(vector.key_package)))).toThrow(
      expect.objectContaining({ code: "MLS_IDENTITY" }),
    );
  });
});

interface MessageProtection {
  group_id: string;
  epoch: number;
  tree_hash: string;
  confirmed_transcript_hash: string;
  signature_pub: string;
  membership_key: string;
  proposal: string;
  proposal_pub: string;
  commit: string;
  commit_pub: string;
}

describe.each(read<MessageProtection>("message-protection"))("message-protection", (vector) => {
  const context = groupContextOf({
    groupId: hex(vector.group_id),
    epoch: BigInt(vector.epoch),
    treeHash: hex(vector.tree_hash),
    confirmedTranscriptHash: hex(vector.confirmed_transcript_hash),
    extensions: [],
  }).bytes;
  const isSigned = (content: Uint8Array, signature: Uint8Array) =>
    verifier.verify(
      hex(vector.signature_pub),
      "FramedContentTBS",
      framedContentTbs(content, context),
      signature,
    );

  it("public proposal", () => {
    const { content, signature, membershipTag: tag, ...rest } = decodePublicMessage(hex(vector.proposal_pub));
    expect(content.body).toEqual({ kind: "proposal", proposal: { kind: "remove", leafIndex: 2 } });
    expect(hexOf(encodeProposal({ kind: "remove", leafIndex: 2 }))).toBe(vector.proposal);
    expect(isSigned(content.bytes, signature)).toBe(true);
    const input = { content: content.bytes, context, signature, confirmationTag: rest.confirmationTag };
    expect(hexOf(membershipTag(hex(vector.membership_key), input))).toBe(hexOf(tag!));
  });

  it("public commit: signature and membership tag; its proposal's type is refused by name", () => {
    expect(() => decodePublicMessage(hex(vector.commit_pub))).toThrow(/not of type 4/);
    const start = vector.commit_pub.indexOf(vector.commit);
    const content = hex(vector.commit_pub.slice(8, start + vector.commit.length));
    const reader = new MlsReader(hex(vector.commit_pub.slice(start + vector.commit.length)));
    const [signature, tag, expected] = [reader.vector(), reader.vector(), reader.vector()];
    reader.end();
    expect(isSigned(content, signature)).toBe(true);
    const input = { content, context, signature, confirmationTag: tag };
    expect(hexOf(membershipTag(hex(vector.membership_key), input))).toBe(hexOf(expected));
  });
});

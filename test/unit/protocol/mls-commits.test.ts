// Every check of a commit (DAVE 1.1.4, RFC 9420 12.4.2), each broken alone by a member that knows all secrets.
import { describe, expect, it } from "vitest";
import {
  createKeyPackage,
  generateSignatureKey,
  type MlsErrorCode,
  type MlsGroup,
  type MlsRemedy,
  type SignatureKeyPair,
} from "../../../lib/protocol/index.js";
import { leafPlace } from "../../../lib/protocol/mls/leaf-checks.js";
import { Signer } from "../../../lib/protocol/mls/signature.js";
import {
  encodeCommitContent,
  encodePublicMessage,
  encodeIdentity,
  encodeProposal,
  mlsU64,
  type HpkeCiphertext,
  type LeafNodeContent,
  type UpdatePath,
} from "../../../lib/wire/index.js";
import { expectRejection } from "../../support/mls/expect-rejection.js";
import { flipped, offCurve, POOR_CLAIMS, resignedLeaf, type LeafClaims } from "../../support/mls/flaws.js";
import { Forger, inlineEntry, type CommitFlaws } from "../../support/mls/forger.js";
import { TestGateway } from "../../support/mls/gateway.js";
import { OurMember } from "../../support/mls/members.js";
import { seededBytes } from "../../support/mls/random.js";
import { TestRoom, welcomeFor } from "../../support/mls/room.js";

const random = seededBytes("commits");
const gateway = new TestGateway(77n, random);
const FORGER = 99n;

/** Four members and the forger, who came last, at epoch 2. The victim is the member on leaf 1. */
function scene() {
  const room = new TestRoom(gateway, random);
  const members = [1n, 2n, 3n, 4n].map((userId) => new OurMember(userId, gateway, random));
  room.establish(members);
  const forgerKey = generateSignatureKey(random);
  const keyPackage = createKeyPackage(FORGER, forgerKey, random);
  const add = gateway.propose(1n, { kind: "add", keyPackage: keyPackage.bytes });
  const groups = room.leaves.map((each) => {
    const { group } = each as OurMember;
    group!.append([add.message], () => true);
    return group!;
  });
  const made = groups[0]!.commit()!;
  const victim = groups[1]!.process(made.commit)!;
  const welcome = welcomeFor(made.welcome!, keyPackage.bytes);
  const { groupId, sender: externalSender } = gateway;
  const forger = new Forger({ groupId, keyPackage, key: forgerKey, externalSender, random, welcome });
  return { forger, forgerKey, victim };
}

/** Lets the victim hold proposals to remove leaf 2 and to add user 50. */
function withProposals(victim: MlsGroup) {
  const newcomer = createKeyPackage(50n, generateSignatureKey(random), random);
  const remove = gateway.propose(2n, { kind: "remove", leafIndex: 2 });
  const add = gateway.propose(2n, { kind: "add", keyPackage: newcomer.bytes });
  victim.append([remove.message, add.message], () => true);
  return { newcomer, remove, add };
}

type Scene = ReturnType<typeof scene> & ReturnType<typeof withProposals>;

function fullScene(): Scene {
  const made = scene();
  return { ...made, ...withProposals(made.victim) };
}

/** A removal as it has to be, but for these flaws. */
const removal = ({ remove }: Scene, flaws: CommitFlaws): CommitFlaws => ({
  removed: [2],
  references: [remove.reference],
  ...flaws,
});
const addition = ({ add, newcomer }: Scene, flaws: CommitFlaws): CommitFlaws => ({
  added: [newcomer.keyPackage],
  references: [add.reference],
  ...flaws,
});

/** The path with its leaf changed and signed again as it has to be. */
function withLeaf(
  at: Scene,
  changes: Partial<LeafNodeContent> & LeafClaims,
  key: SignatureKeyPair = at.forgerKey,
): CommitFlaws {
  const { membership, state } = at.forger;
  const place = leafPlace(membership.groupId, state.ownLeafIndex);
  const changePath = (path: UpdatePath) => ({ ...path, leaf: resignedLeaf(path.leaf, changes, key, place) });
  return removal(at, { changePath });
}

function withNodes(at: Scene, change: (nodes: UpdatePath["nodes"]) => UpdatePath["nodes"]): CommitFlaws {
  return removal(at, { changePath: (path) => ({ ...path, nodes: change(path.nodes) }) });
}

const withCiphertexts = (at: Scene, change: (each: readonly HpkeCiphertext[]) => readonly HpkeCiphertext[]) =>
  withNodes(at, (nodes) => nodes.map((node) => ({ ...node, ciphertexts: change(node.ciphertexts) })));

type Row = [string, MlsErrorCode, MlsRemedy, (at: Scene) => CommitFlaws];

const flaws: Row[] = [
  ["another group", "MLS_OTHER_GROUP", "ignore", (at) => addition(at, { groupId: mlsU64(78n) })],
  ["a past epoch", "MLS_OTHER_EPOCH", "ignore", (at) => addition(at, { epoch: 1n })],
  ["a later epoch", "MLS_EPOCH_AHEAD", "reset", (at) => addition(at, { epoch: 3n })],
  ["a blank leaf as committer", "MLS_COMMIT_SENDER", "reset", (at) => addition(at, { leafIndex: 6 })],
  ["the receiver as committer", "MLS_COMMIT_SENDER", "reset", (at) => addition(at, { leafIndex: 1 })],
  ["the name of another member", "MLS_COMMIT_SIGNATURE", "reset", (at) => addition(at, { leafIndex: 0 })],
  [
    "a wrong membership tag",
    "MLS_MEMBERSHIP_TAG",
    "reset",
    (at) => addition(at, { changeMembershipTag: flipped }),
  ],
  [
    "a short membership tag",
    "MLS_MEMBERSHIP_TAG",
    "reset",
    (at) => addition(at, { changeMembershipTag: (tag) => tag.subarray(1) }),
  ],
  [
    "a signature by another key",
    "MLS_COMMIT_SIGNATURE",
    "reset",
    (at) => addition(at, { signer: new Signer(generateSignatureKey(random)) }),
  ],
  ["no proposals", "MLS_COMMIT_EMPTY", "reset", () => ({ path: true })],
  [
    "a proposal inside",
    "MLS_INLINE_PROPOSAL",
    "reset",
    (at) => removal(at, { entries: [inlineEntry(encodeProposal({ kind: "remove", leafIndex: 2 }))] }),
  ],
  [
    "an unknown reference",
    "MLS_UNKNOWN_PROPOSAL",
    "reset",
    (at) => removal(at, { references: [at.remove.reference, flipped(at.add.reference)] }),
  ],
  [
    "a proposal twice",
    "MLS_PROPOSAL_LIST",
    "reset",
    (at) => addition(at, { references: [at.add.reference, at.add.reference] }),
  ],
  ["a removal without path", "MLS_PATH_REQUIRED", "reset", (at) => removal(at, { path: false })],
  [
    "another user in the path's leaf",
    "MLS_PATH_CREDENTIAL",
    "reset",
    (at) => withLeaf(at, { identity: encodeIdentity(98n) }),
  ],
  [
    "another signature key in the path's leaf",
    "MLS_PATH_CREDENTIAL",
    "reset",
    (at) => {
      const key = generateSignatureKey(random);
      return withLeaf(at, { signatureKey: key.publicKey }, key);
    },
  ],
  ...POOR_CLAIMS.map(([what, code, claims]): Row => [what, code, "reset", (at) => withLeaf(at, claims)]),
  [
    "a path's leaf that is from an update",
    "MLS_LEAF_SOURCE",
    "reset",
    (at) => withLeaf(at, { source: { kind: "update" } }),
  ],
  [
    "a path's leaf signed by another key",
    "MLS_LEAF_SIGNATURE",
    "reset",
    (at) => withLeaf(at, {}, generateSignatureKey(random)),
  ],
  [
    "a path's leaf that keeps its encryption key",
    "MLS_PATH_KEY_REUSED",
    "reset",
    (at) =>
      withLeaf(at, { encryptionKey: at.forger.state.tree.leaf(at.forger.state.ownLeafIndex)!.encryptionKey }),
  ],
  [
    "a path's leaf with the encryption key of another member",
    "MLS_DUPLICATE_KEY",
    "reset",
    (at) => withLeaf(at, { encryptionKey: at.forger.state.tree.leaf(0)!.encryptionKey }),
  ],
  [
    "a path's leaf whose key is not a point",
    "MLS_PUBLIC_KEY",
    "reset",
    (at) => withLeaf(at, { encryptionKey: offCurve(at.forgerKey.publicKey) }),
  ],
  [
    "a path's leaf with another parent hash",
    "MLS_PARENT_HASH",
    "reset",
    (at) => withLeaf(at, { source: { kind: "commit", parentHash: new Uint8Array(32) } }),
  ],
  [
    "a path with a node left out",
    "MLS_PATH_SHAPE",
    "reset",
    (at) => withNodes(at, (nodes) => nodes.slice(1)),
  ],
  [
    "a path with a secret left out",
    "MLS_PATH_SHAPE",
    "reset",
    (at) => withCiphertexts(at, (each) => each.slice(1)),
  ],
  [
    "a path with a key of the tree",
    "MLS_PATH_KEY_REUSED",
    "reset",
    (at) =>
      withNodes(at, (nodes) =>
        nodes.map((node) => ({ ...node, encryptionKey: at.forger.state.tree.leaf(0)!.encryptionKey })),
      ),
  ],
  [
    "a path with a key that is not a point",
    "MLS_PUBLIC_KEY",
    "reset",
    (at) =>
      withNodes(at, (nodes) =>
        nodes.map((node) => ({ ...node, encryptionKey: offCurve(node.encryptionKey) })),
      ),
  ],
  [
    "a path with other keys than the leaf binds",
    "MLS_PARENT_HASH",
    "reset",
    (at) =>
      withNodes(at, (nodes) =>
        nodes.map((node) => ({ ...node, encryptionKey: generateSignatureKey(random).publicKey })),
      ),
  ],
  [
    "path secrets that cannot be decrypted",
    "MLS_PATH_SECRET",
    "reset",
    (at) =>
      withCiphertexts(at, (each) => each.map((one) => ({ ...one, ciphertext: flipped(one.ciphertext) }))),
  ],
  [
    "path secrets encrypted to an invalid point",
    "MLS_PATH_SECRET",
    "reset",
    (at) =>
      withCiphertexts(at, (each) => each.map((one) => ({ ...one, kemOutput: offCurve(one.kemOutput) }))),
  ],
  [
    "a wrong confirmation tag",
    "MLS_CONFIRMATION_TAG",
    "reset",
    (at) => removal(at, { changeConfirmationTag: flipped }),
  ],
  [
    "a short confirmation tag",
    "MLS_CONFIRMATION_TAG",
    "reset",
    (at) => addition(at, { changeConfirmationTag: () => new Uint8Array(0) }),
  ],
  [
    "a tree that does not follow from its proposals",
    "MLS_CONFIRMATION_TAG",
    "reset",
    (at) => addition(at, { added: [] }),
  ],
];

describe("a commit is rejected with", () => {
  it.each(flaws)("%s: %s, %s", (_what, code, remedy, make) => {
    const at = fullScene();
    const before = at.victim.epochAuthenticator;
    expectRejection(() => at.victim.process(at.forger.commit(make(at))), code, remedy);
    // nothing has changed: a good commit is still good
    expect(at.victim.epochAuthenticator).toEqual(before);
    expect(at.victim.process(at.forger.commit(removal(at, {})))!.epoch).toBe(3n);
  });

  it("a removal of the committer", () => {
    const at = fullScene();
    const own = gateway.propose(2n, { kind: "remove", leafIndex: at.forger.state.ownLeafIndex });
    at.victim.append([own.message], () => true);
    const flaw = { references: [own.reference], path: true };
    expectRejection(() => at.victim.process(at.forger.commit(flaw)), "MLS_PROPOSAL_LIST", "reset");
  });

  it("two removals of one leaf", () => {
    const at = fullScene();
    const second = gateway.propose(2n, { kind: "remove", leafIndex: 2 });
    // the same signature would be the same proposal
    expect(second.reference).not.toEqual(at.remove.reference);
    at.victim.append([second.message], () => true);
    const flaw = removal(at, { references: [at.remove.reference, second.reference] });
    expectRejection(() => at.victim.process(at.forger.commit(flaw)), "MLS_PROPOSAL_LIST", "reset");
  });

  it("two leaves of one user", () => {
    const at = fullScene();
    const twin = createKeyPackage(1n, generateSignatureKey(random), random);
    const add = gateway.propose(2n, { kind: "add", keyPackage: twin.bytes });
    at.victim.append([add.message], () => true);
    const flaw = { added: [twin.keyPackage], references: [add.reference] };
    expectRejection(() => at.victim.process(at.forger.commit(flaw)), "MLS_DUPLICATE_IDENTITY", "reset");
  });

  it("the external sender as committer", () => {
    const at = fullScene();
    const content = encodeCommitContent({ groupId: mlsU64(77n), epoch: 2n }, 0, Uint8Array.of(0, 0));
    // sender type: external
    content[1 + 8 + 8] = 2;
    const { signature } = gateway.signBytes(content);
    const commit = encodePublicMessage({ content, signature, confirmationTag: new Uint8Array(32) });
    expectRejection(() => at.victim.process(commit), "MLS_COMMIT_SENDER", "reset");
  });

  it("no membership tag", () => {
    const at = fullScene();
    const commit = at.forger.commit(addition(at, {}));
    expectRejection(() => at.victim.process(commit.subarray(0, -33)), "MLS_MALFORMED", "reset");
  });

  it("a proposal in its place", () => {
    const at = fullScene();
    expectRejection(() => at.victim.process(at.remove.bytes), "MLS_NOT_A_COMMIT", "reset");
  });

  it("trailing bytes", () => {
    const at = fullScene();
    const commit = at.forger.commit(addition(at, {}));
    expectRejection(() => at.victim.process(new Uint8Array([...commit, 0])), "MLS_MALFORMED", "reset");
  });
});

describe("a commit is accepted", () => {
  it("with a path that its adds do not require", () => {
    const at = fullScene();
    const next = at.victim.process(at.forger.commit(addition(at, { path: true })))!;
    expect(next.members().map(({ userId }) => userId)).toContain(50n);
  });

  it("with some of the proposals only", () => {
    const at = fullScene();
    const next = at.victim.process(at.forger.commit(removal(at, {})))!;
    expect(next.members()).toHaveLength(4);
    expect(next.proposalCount).toBe(0);
  });

  it("as the end for the member it removes", () => {
    const at = fullScene();
    const remove = gateway.propose(2n, { kind: "remove", leafIndex: 1 });
    at.victim.append([remove.message], () => true);
    expect(
      at.victim.process(at.forger.commit({ removed: [1], references: [remove.reference] })),
    ).toBeUndefined();
  });
});

describe("own commits", () => {
  it("leave the group unchanged, and the next group outlives it", () => {
    const { victim } = fullScene();
    const before = victim.epochAuthenticator;
    const { next } = victim.commit()!;
    expect(victim.epoch).toBe(2n);
    expect(victim.epochAuthenticator).toEqual(before);
    const authenticator = next.epochAuthenticator;
    const exported = next.exportSecret("label", mlsU64(1n), 16);
    victim.wipe();
    expect(next.epochAuthenticator).toEqual(authenticator);
    expect(next.exportSecret("label", mlsU64(1n), 16)).toEqual(exported);
    expect(exported).toHaveLength(16);
  });

  it("are the same twice when they only add", () => {
    const { victim } = scene();
    const newcomer = createKeyPackage(50n, generateSignatureKey(random), random);
    victim.append([gateway.propose(2n, { kind: "add", keyPackage: newcomer.bytes }).message], () => true);
    expect(victim.commit()!.next.members()).toEqual(victim.commit()!.next.members());
    expect(victim.commit()!.welcome).toBeDefined();
  });
});

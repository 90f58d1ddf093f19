// Every check of a welcome (DAVE 1.1.4, RFC 9420 12.4.3.1), each broken alone by somebody who makes all the rest right.
import { describe, expect, it } from "vitest";
import {
  createKeyPackage,
  generateSignatureKey,
  MlsGroup,
  type MlsErrorCode,
  type OwnKeyPackage,
  type RandomBytes,
} from "../../../lib/protocol/index.js";
import { createPath } from "../../../lib/protocol/mls/commit-path-create.js";
import { leafPlace } from "../../../lib/protocol/mls/leaf-checks.js";
import { membershipOf, type Membership } from "../../../lib/protocol/mls/membership.js";
import { RatchetTree } from "../../../lib/protocol/mls/ratchet-tree.js";
import {
  encodeIdentity,
  externalSendersExtension,
  mlsU64,
  type LeafNodeContent,
  type ParentNode,
} from "../../../lib/wire/index.js";
import { expectRejection } from "../../support/mls/expect-rejection.js";
import { flipped, offCurve, POOR_CLAIMS, resignedLeaf, type LeafClaims } from "../../support/mls/flaws.js";
import { forgeWelcome, type WelcomeFlaws, type WelcomeScene } from "../../support/mls/forger.js";
import { TestGateway } from "../../support/mls/gateway.js";
import { seededBytes } from "../../support/mls/random.js";

const random: RandomBytes = seededBytes("welcomes");
const gateway = new TestGateway(77n, random);
const { groupId, sender: externalSender } = gateway;

function person(userId: bigint) {
  const key = generateSignatureKey(random);
  const keyPackage = createKeyPackage(userId, key, random);
  return { userId, key, keyPackage, options: { groupId, keyPackage, key, externalSender, random } };
}

/**
 * Leaves: signer, second, third, fourth; the signer's path is fresh (nodes 1 and 3) and the newcomer, who came
 * afterwards, sits on leaf 4 of the doubled tree. Node 3 is the parent of all but the newcomer.
 */
function scene(
  change: (tree: RatchetTree, first: Membership) => void = () => undefined,
): WelcomeScene & { join: (welcome: Uint8Array) => MlsGroup } {
  const people = [1n, 2n, 3n, 4n].map(person);
  const [first] = people;
  const newcomer = person(5n);
  const membership = membershipOf(first!.options);
  const tree = RatchetTree.ofOne(first!.keyPackage.keyPackage.leaf);
  for (const each of people.slice(1)) tree.add(each.keyPackage.keyPackage.leaf);
  createPath(membership, tree, 0, tree.leaf(0)!);
  // leaf 3 again: now unmerged at node 3
  tree.remove(3);
  createPath(membership, tree, 0, tree.leaf(0)!);
  tree.add(people[3]!.keyPackage.keyPackage.leaf);
  tree.add(newcomer.keyPackage.keyPackage.leaf);
  change(tree, membership);
  const join = (welcome: Uint8Array) => MlsGroup.join({ ...newcomer.options, welcome });
  return { newcomer: newcomer.keyPackage, membership, tree, signer: 0, signerKey: first!.key, join };
}

function withParent(node: number, changes: Partial<ParentNode>) {
  return (tree: RatchetTree) => tree.setParent(node, { ...tree.parent(node)!, ...changes });
}

/** A leaf with something else in it, signed as it has to be. Leaf 3, unmerged, is in no parent hash. */
function withLeaf(changes: Partial<LeafNodeContent> & LeafClaims, leafIndex = 1) {
  return (tree: RatchetTree) => {
    const key = generateSignatureKey(random);
    const place = leafPlace(mlsU64(groupId), leafIndex);
    const leaf = resignedLeaf(tree.leaf(leafIndex)!, { signatureKey: key.publicKey, ...changes }, key, place);
    tree.setLeaf(leafIndex, leaf);
  };
}

const other = person(9n);

const flaws: [string, MlsErrorCode, WelcomeFlaws][] = [
  ["another suite", "MLS_SUITE", { cipherSuite: 1 }],
  ["another key package named", "MLS_WELCOME_NOT_FOR_US", { newMember: other.keyPackage.reference }],
  ["group secrets that do not open", "MLS_WELCOME_SECRETS", { changeSecrets: flipped }],
  ["group secrets shorter than a tag", "MLS_WELCOME_SECRETS", { changeSecrets: (all) => all.subarray(0, 5) }],
  ["a group info that does not open", "MLS_GROUP_INFO_SECRET", { changeGroupInfo: flipped }],
  ["an empty group info", "MLS_GROUP_INFO_SECRET", { changeGroupInfo: (all) => all.subarray(0, 0) }],
  ["a pre-shared key", "MLS_PRE_SHARED_KEY", { preSharedKeys: Uint8Array.of(1, 2) }],
  ["another group", "MLS_OTHER_GROUP", { context: { groupId: mlsU64(78n) } }],
  ["another version in the group context", "MLS_SUITE", { changeContext: withByte(1, 2) }],
  ["another suite in the group context", "MLS_SUITE", { changeContext: withByte(3, 3) }],
  ["no external sender", "MLS_EXTERNAL_SENDER", { context: { extensions: [] } }],
  [
    "another external sender",
    "MLS_EXTERNAL_SENDER",
    { context: { extensions: [externalSendersExtension(new TestGateway(77n, random).sender)] } },
  ],
  [
    "a second external sender",
    "MLS_EXTERNAL_SENDER",
    {
      context: {
        extensions: [externalSendersExtension(new Uint8Array([...externalSender, ...externalSender]))],
      },
    },
  ],
  [
    "a further extension of the group",
    "MLS_EXTERNAL_SENDER",
    {
      context: { extensions: [externalSendersExtension(externalSender), { type: 9, data: Uint8Array.of() }] },
    },
  ],
  ["no ratchet tree", "MLS_TREE_MISSING", { extensions: [] }],
  ["an invalid ratchet tree", "MLS_MALFORMED", { extensions: [{ type: 2, data: Uint8Array.of(1, 0) }] }],
  ["a blank leaf as signer", "MLS_GROUP_INFO_SIGNATURE", { signer: 7 }],
  ["another signer", "MLS_GROUP_INFO_SIGNATURE", { signer: 1 }],
  ["a signature by another key", "MLS_GROUP_INFO_SIGNATURE", { signerKey: generateSignatureKey(random) }],
  ["another tree hash", "MLS_TREE_HASH", { context: { treeHash: new Uint8Array(32) } }],
  ["a wrong confirmation tag", "MLS_CONFIRMATION_TAG", { changeConfirmationTag: flipped }],
  ["a path secret for a blank node", "MLS_PATH_SECRET", { pathSecret: new Uint8Array(32).fill(3) }],
];

function withByte(at: number, value: number) {
  return (bytes: Uint8Array) => bytes.map((byte, place) => (place === at ? value : byte));
}

const treeFlaws: [string, MlsErrorCode, (tree: RatchetTree) => void][] = [
  ...POOR_CLAIMS.map(([what, code, claims]): [string, MlsErrorCode, (tree: RatchetTree) => void] => [
    what,
    code,
    withLeaf(claims, 3),
  ]),
  ["another parent hash in a parent", "MLS_PARENT_HASH", withParent(1, { parentHash: new Uint8Array(32) })],
  ["another key in a parent", "MLS_PARENT_HASH", withParent(3, { encryptionKey: other.key.publicKey })],
  [
    "a parent without a matching node below",
    "MLS_PARENT_HASH",
    (tree) =>
      tree.setParent(9, {
        encryptionKey: other.key.publicKey,
        parentHash: new Uint8Array(0),
        unmergedLeaves: [],
      }),
  ],
  ["an unmerged leaf left out", "MLS_PARENT_HASH", withParent(3, { unmergedLeaves: [] })],
  ["a merged leaf as unmerged", "MLS_PARENT_HASH", withParent(3, { unmergedLeaves: [2, 3] })],
  ["an unmerged leaf that is blank", "MLS_UNMERGED_LEAVES", withParent(3, { unmergedLeaves: [3, 9] })],
  ["an unmerged leaf of another part", "MLS_UNMERGED_LEAVES", withParent(3, { unmergedLeaves: [3, 4] })],
  [
    "a leaf unmerged above and merged below",
    "MLS_UNMERGED_LEAVES",
    withParent(3, { unmergedLeaves: [1, 3] }),
  ],
  [
    "a parent's key that is not a point",
    "MLS_PUBLIC_KEY",
    withParent(3, { encryptionKey: offCurve(other.key.publicKey) }),
  ],
  [
    "a leaf's key that is not a point",
    "MLS_PUBLIC_KEY",
    withLeaf({ encryptionKey: offCurve(other.key.publicKey) }),
  ],
  ["one user on two leaves", "MLS_DUPLICATE_IDENTITY", withLeaf({ identity: encodeIdentity(4n) })],
  ["an identity that is not a user id", "MLS_IDENTITY", withLeaf({ identity: Uint8Array.of(1) })],
  [
    "one encryption key on two leaves",
    "MLS_DUPLICATE_KEY",
    (tree) => withLeaf({ encryptionKey: tree.leaf(2)!.encryptionKey })(tree),
  ],
  [
    "one encryption key on a leaf and a parent",
    "MLS_DUPLICATE_KEY",
    (tree) => withLeaf({ encryptionKey: tree.parent(3)!.encryptionKey })(tree),
  ],
  [
    "one signature key on two leaves",
    "MLS_DUPLICATE_KEY",
    (tree) => withLeaf({ signatureKey: tree.leaf(2)!.signatureKey })(tree),
  ],
  ["the new member missing", "MLS_OWN_LEAF", (tree) => tree.remove(4)],
  // a leaf moved to another place is a leaf whose signature is for another place
  [
    "the signer's leaf moved",
    "MLS_LEAF_SIGNATURE",
    (tree) => {
      const leaf = tree.leaf(0)!;
      tree.blankDirectPath(0);
      tree.setLeaf(0, person(8n).keyPackage.keyPackage.leaf);
      tree.setLeaf(1, leaf);
    },
  ],
];

describe("a welcome is rejected with", () => {
  it.each(flaws)("%s: %s", (_what, code, flaw) => {
    const at = scene();
    expectRejection(() => at.join(forgeWelcome(at, flaw)), code, "reset");
  });

  it.each(treeFlaws)("%s in its tree: %s", (_what, code, change) => {
    const at = scene(change);
    const signer = code === "MLS_LEAF_SIGNATURE" ? 1 : 0;
    expectRejection(() => at.join(forgeWelcome(at, { signer })), code, "reset");
  });

  it("a leaf signed by another key in its tree: MLS_LEAF_SIGNATURE", () => {
    // the unmerged one: of the others the parent hashes tell first
    const at = scene((tree) =>
      tree.setLeaf(3, resignedLeaf(tree.leaf(3)!, {}, generateSignatureKey(random))),
    );
    expectRejection(() => at.join(forgeWelcome(at)), "MLS_LEAF_SIGNATURE", "reset");
  });

  it("a path secret that leads to other keys: MLS_PATH_SECRET", () => {
    const at = scene((tree, first) => void createPath(first, tree, 0, tree.leaf(0)!));
    const flaw = { pathSecret: new Uint8Array(32).fill(3) };
    expectRejection(() => at.join(forgeWelcome(at, flaw)), "MLS_PATH_SECRET", "reset");
  });

  it("trailing bytes: MLS_MALFORMED", () => {
    const at = scene();
    const welcome = new Uint8Array([...forgeWelcome(at), 0]);
    expectRejection(() => at.join(welcome), "MLS_MALFORMED", "reset");
  });

  it("a key package that was destroyed: MLS_WELCOME_SECRETS", () => {
    const at = scene();
    (at.newcomer as OwnKeyPackage).wipe();
    expectRejection(() => at.join(forgeWelcome(at)), "MLS_WELCOME_SECRETS", "reset");
  });
});

describe("a welcome is accepted", () => {
  it("with a tree of unmerged leaves and parents", () => {
    const at = scene();
    const group = at.join(forgeWelcome(at));
    expect(group.epoch).toBe(5n);
    expect(group.ownLeafIndex).toBe(4);
    expect(group.members().map(({ userId }) => userId)).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  it("and outlives its key package", () => {
    const at = scene();
    const group = at.join(forgeWelcome(at));
    at.newcomer.wipe();
    const remove = gateway.propose(5n, { kind: "remove", leafIndex: 2 });
    group.append([remove.message], () => true);
    expect(group.commit()!.next.members()).toHaveLength(4);
  });
});

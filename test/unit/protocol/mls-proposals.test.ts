// Every check of a proposal (DAVE 1.1.4), each broken alone. What is refused changes nothing.
import { describe, expect, it } from "vitest";
import { createKeyPackage, generateSignatureKey, MlsGroup } from "../../../lib/protocol/index.js";
import {
  concatBytes,
  decodePublicMessage,
  encodePublicMessage,
  MLS_LIST_LIMIT,
  mlsU16,
  type KeyPackage,
  type PublicMessage,
} from "../../../lib/wire/index.js";
import { expectRejection } from "../../support/mls/expect-rejection.js";
import { flipped, offCurve, POOR_CLAIMS, resignedKeyPackage, resignedLeaf } from "../../support/mls/flaws.js";
import { TestGateway } from "../../support/mls/gateway.js";
import { keyPackageOf, type KeyPackageParts } from "../../support/mls/hostile-key-package.js";
import { OurMember } from "../../support/mls/members.js";
import { seededBytes } from "../../support/mls/random.js";
import { TestRoom } from "../../support/mls/room.js";
import type { MlsErrorCode } from "../../../lib/protocol/index.js";

const random = seededBytes("proposals");
const gateway = new TestGateway(77n, random);
const everybody = () => true;

function pending() {
  const member = new OurMember(1n, gateway, random);
  member.start();
  return member.group!;
}

const key = generateSignatureKey(random);
const own = createKeyPackage(2n, key, random);
const { keyPackage } = own;

const add = (of: KeyPackage | Uint8Array, epoch = 0n) =>
  gateway.propose(epoch, { kind: "add", keyPackage: of instanceof Uint8Array ? of : of.bytes });

/** The message with other content, signed by the gateway. */
const resigned = (content: Uint8Array) => gateway.sign(content).message;

const addContent = () => decodePublicMessage(add(keyPackage).bytes).content.bytes;

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] = value;
  return changed;
}

/** Where the sender type stands: group id with header, then the epoch. */
const SENDER_AT = 1 + 8 + 8;

const flaws: [string, MlsErrorCode, () => PublicMessage][] = [
  [
    "another group",
    "MLS_OTHER_GROUP",
    () => gateway.propose(0n, { kind: "add", keyPackage: own.bytes }, 78n).message,
  ],
  ["another epoch", "MLS_OTHER_EPOCH", () => add(keyPackage, 1n).message],
  [
    "another external sender",
    "MLS_PROPOSAL_SENDER",
    () => resigned(withByte(addContent(), SENDER_AT + 4, 1)),
  ],
  [
    "a new member as sender",
    "MLS_PROPOSAL_SENDER",
    () => {
      const content = addContent();
      const sender = Uint8Array.of(3);
      return resigned(concatBytes(content.subarray(0, SENDER_AT), sender, content.subarray(SENDER_AT + 5)));
    },
  ],
  [
    "a member as sender",
    "MLS_PROPOSAL_SENDER",
    () => {
      const content = withByte(addContent(), SENDER_AT, 1);
      const signature = add(keyPackage).message.signature;
      return decodePublicMessage(
        encodePublicMessage({ content, signature, membershipTag: new Uint8Array(32) }),
      );
    },
  ],
  [
    "a signature by another key",
    "MLS_PROPOSAL_SIGNATURE",
    () => new TestGateway(77n, random).propose(0n, { kind: "add", keyPackage: own.bytes }).message,
  ],
  [
    "a signature of something else",
    "MLS_PROPOSAL_SIGNATURE",
    () => {
      const { signature } = gateway.propose(0n, { kind: "remove", leafIndex: 0 }).message;
      return decodePublicMessage(encodePublicMessage({ content: addContent(), signature }));
    },
  ],
  [
    "application data",
    "MLS_NOT_A_PROPOSAL",
    () => {
      const head = addContent().subarray(0, SENDER_AT + 5 + 1);
      return resigned(concatBytes(head, Uint8Array.of(1, 2, 0xaa, 0xbb)));
    },
  ],
  [
    "a commit",
    "MLS_NOT_A_PROPOSAL",
    () => {
      const head = addContent().subarray(0, SENDER_AT + 5 + 1);
      const content = concatBytes(head, Uint8Array.of(3, 0, 0));
      const { signature } = gateway.signBytes(content);
      return decodePublicMessage(
        encodePublicMessage({ content, signature, confirmationTag: new Uint8Array(32) }),
      );
    },
  ],
  [
    "an update",
    "MLS_PROPOSAL_TYPE",
    () => {
      const head = addContent().subarray(0, SENDER_AT + 5 + 1);
      return resigned(concatBytes(head, Uint8Array.of(2), mlsU16(2), keyPackage.leaf.bytes));
    },
  ],
  [
    "a blank leaf to remove",
    "MLS_UNKNOWN_LEAF",
    () => gateway.propose(0n, { kind: "remove", leafIndex: 1 }).message,
  ],
  [
    "a leaf far outside of the tree to remove",
    "MLS_UNKNOWN_LEAF",
    () => gateway.propose(0n, { kind: "remove", leafIndex: 0xffff_ffff }).message,
  ],
  ["another suite", "MLS_SUITE", () => add(withByte(keyPackage.bytes, 3, 3)).message],
  ["another version", "MLS_SUITE", () => add(withByte(keyPackage.bytes, 1, 2)).message],
  [
    "an identity that is not a user id",
    "MLS_IDENTITY",
    () => {
      const leaf = resignedLeaf(keyPackage.leaf, { identity: Uint8Array.of(1, 2, 3) }, key);
      return add(resignedKeyPackage(keyPackage, { leaf }, key)).message;
    },
  ],
  [
    "a leaf of a commit",
    "MLS_LEAF_SOURCE",
    () => {
      const source = { kind: "commit", parentHash: new Uint8Array(0) } as const;
      const leaf = resignedLeaf(keyPackage.leaf, { source }, key);
      return add(resignedKeyPackage(keyPackage, { leaf }, key)).message;
    },
  ],
  [
    "a leaf signed by another key",
    "MLS_LEAF_SIGNATURE",
    () => {
      const leaf = resignedLeaf(keyPackage.leaf, {}, generateSignatureKey(random));
      return add(resignedKeyPackage(keyPackage, { leaf }, key)).message;
    },
  ],
  [
    "a leaf whose user was changed",
    "MLS_LEAF_SIGNATURE",
    () => {
      const { leaf } = keyPackage;
      const at = Buffer.from(keyPackage.bytes).indexOf(Buffer.from(leaf.identity));
      const changed = withByte(keyPackage.bytes, at + 7, 9);
      return add(changed).message;
    },
  ],
  [
    "a key package signed by another key",
    "MLS_KEY_PACKAGE_SIGNATURE",
    () => add(resignedKeyPackage(keyPackage, {}, generateSignatureKey(random))).message,
  ],
  [
    "an init key that is the encryption key",
    "MLS_INIT_KEY_REUSED",
    () => add(resignedKeyPackage(keyPackage, { initKey: keyPackage.leaf.encryptionKey }, key)).message,
  ],
  [
    "an init key that is not a point",
    "MLS_PUBLIC_KEY",
    () => add(resignedKeyPackage(keyPackage, { initKey: offCurve(keyPackage.initKey) }, key)).message,
  ],
  [
    "an encryption key that is not a point",
    "MLS_PUBLIC_KEY",
    () => {
      const leaf = resignedLeaf(keyPackage.leaf, { encryptionKey: offCurve(keyPackage.initKey) }, key);
      return add(resignedKeyPackage(keyPackage, { leaf }, key)).message;
    },
  ],
  ...POOR_CLAIMS.map(([what, code, claims]): [string, MlsErrorCode, () => PublicMessage] => [
    what,
    code,
    () =>
      add(resignedKeyPackage(keyPackage, { leaf: resignedLeaf(keyPackage.leaf, claims, key) }, key)).message,
  ]),
  [
    "an extension of the key package",
    "MLS_EXTENSIONS",
    () => add(keyPackageOf({ userId: 2n, extensions: [{ type: 77, data: Uint8Array.of(1) }] })).message,
  ],
];

describe("a proposal is rejected with", () => {
  it.each(flaws)("%s: %s", (_what, code, make) => {
    const group = pending();
    const good = add(createKeyPackage(3n, generateSignatureKey(random), random).bytes).message;
    expectRejection(() => group.append([good, make()], everybody), code, "ignore");
    expect(group.proposalCount).toBe(0);
    expect(group.commit()).toBeUndefined();
  });

  it("an unannounced user", () => {
    const group = pending();
    expectRejection(
      () => group.append([add(keyPackage).message], (id) => id !== 2n),
      "MLS_UNEXPECTED_USER",
      "ignore",
    );
  });
});

describe("proposals", () => {
  it("for the own user are always expected", () => {
    const group = pending();
    const again = createKeyPackage(1n, generateSignatureKey(random), random);
    expect(group.append([add(again.bytes).message], () => false)).toBe(true);
  });

  it("count once", () => {
    const group = pending();
    const { message } = add(keyPackage);
    expect(group.append([message, message], everybody)).toBe(true);
    expect(group.append([message], everybody)).toBe(false);
    expect(group.proposalCount).toBe(1);
  });

  it("are limited to what a commit can name", () => {
    const group = pending();
    const { message } = add(keyPackage);
    const many = Array.from({ length: MLS_LIST_LIMIT }, () => message);
    expectRejection(() => group.append([...many, message], everybody), "MLS_PROPOSAL_LIST", "ignore");
    expect(group.append([message], everybody)).toBe(true);
    expectRejection(() => group.append(many, everybody), "MLS_PROPOSAL_LIST", "ignore");
  });

  it("are kept as copies", () => {
    const group = pending();
    const { bytes, reference } = add(keyPackage);
    group.append([decodePublicMessage(bytes)], everybody);
    bytes.fill(0);
    expect(
      group
        .commit()!
        .next.members()
        .map(({ userId }) => userId),
    ).toEqual([1n, 2n]);
    expect(group.revoke([reference])).toBe(true);
  });

  it("can be revoked, all of them or none", () => {
    const group = pending();
    const { message, reference } = add(keyPackage);
    group.append([message], everybody);
    expectRejection(() => group.revoke([reference, flipped(reference)]), "MLS_UNKNOWN_PROPOSAL", "ignore");
    expect(group.proposalCount).toBe(1);
    expect(group.revoke([reference])).toBe(true);
    expect(group.revoke([])).toBe(false);
    expectRejection(() => group.revoke([reference]), "MLS_UNKNOWN_PROPOSAL", "ignore");
    expect(group.commit()).toBeUndefined();
  });

  it("that add a user twice cannot be committed", () => {
    const group = pending();
    const other = createKeyPackage(2n, generateSignatureKey(random), random);
    group.append([add(keyPackage).message, add(other.bytes).message], everybody);
    expectRejection(() => group.commit(), "MLS_DUPLICATE_IDENTITY", "ignore");
  });

  it("that add one signature key for two users cannot be committed", () => {
    const group = pending();
    const other = createKeyPackage(4n, key, random);
    group.append([add(keyPackage).message, add(other.bytes).message], everybody);
    expectRejection(() => group.commit(), "MLS_DUPLICATE_KEY", "ignore");
  });

  it.each<[string, (taken: KeyPackage) => KeyPackageParts]>([
    ["the encryption key of a member", () => ({ userId: 4n })],
    ["the encryption key of another new member", ({ leaf }) => ({ userId: 4n, initKey: leaf.encryptionKey })],
    ["the init key of another new member", ({ initKey }) => ({ userId: 4n, initKey })],
  ])("whose init key is %s cannot be committed: others would reject it", (_whose, parts) => {
    const member = new OurMember(1n, gateway, random);
    member.start();
    const pendingLeaf = member.keyPackage!.keyPackage.leaf;
    const made = parts(keyPackage);
    const initKey = made.initKey ?? pendingLeaf.encryptionKey;
    const other = keyPackageOf({ ...made, initKey });
    const group = member.group!;
    group.append([add(keyPackage).message, add(other).message], everybody);
    expectRejection(() => group.commit(), "MLS_INIT_KEY_REUSED", "ignore");
  });

  it("that remove a member twice cannot be committed", () => {
    const { group } = established();
    const twice = [1, 2].map(() => gateway.propose(1n, { kind: "remove", leafIndex: 1 }).message);
    group.append(twice, everybody);
    expectRejection(() => group.commit(), "MLS_PROPOSAL_LIST", "ignore");
  });

  it("that remove this member are not committed", () => {
    const { group } = established();
    group.append([gateway.propose(1n, { kind: "remove", leafIndex: group.ownLeafIndex }).message], everybody);
    expect(group.commit()).toBeUndefined();
    expect(group.proposalCount).toBe(1);
  });
});

function established() {
  const room = new TestRoom(gateway, random);
  const members = [10n, 11n].map((userId) => new OurMember(userId, gateway, random));
  room.establish(members);
  return { room, members, group: members[0]!.group! };
}

describe("a pending group", () => {
  it("is alone at epoch 0", () => {
    const group = pending();
    expect(group.epoch).toBe(0n);
    expect(group.ownLeafIndex).toBe(0);
    expect(group.members()).toMatchObject([{ leafIndex: 0, userId: 1n }]);
  });

  it("needs a valid external sender", () => {
    const member = new OurMember(1n, gateway, random);
    member.start();
    const options = { ...member.options, externalSender: Uint8Array.of(1, 2) };
    expectRejection(() => MlsGroup.create(options), "MLS_MALFORMED", "reset");
  });

  it("keeps none of its secrets when wiped", () => {
    const group = pending();
    const before = group.epochAuthenticator;
    group.wipe();
    expect(group.epochAuthenticator).toEqual(new Uint8Array(32));
    expect(before).not.toEqual(new Uint8Array(32));
  });
});

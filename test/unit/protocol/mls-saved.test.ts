// Groups and key packages that move between processes: saved, restored, and used in the place of the first.
import { describe, expect, it } from "vitest";
import {
  createKeyPackage,
  generateSignatureKey,
  MlsGroup,
  OwnKeyPackage,
  RestoreError,
} from "../../../lib/protocol/index.js";
import { restoreSignatureKey } from "../../../lib/protocol/mls/signature-key.js";
import { TestGateway, type SignedProposal } from "../../support/mls/gateway.js";
import { OurMember, type CommitBytes } from "../../support/mls/members.js";
import { seededBytes, seededInteger } from "../../support/mls/random.js";
import { TestRoom } from "../../support/mls/room.js";
import { errorOf, readerOf, savedBytes, withoutEach } from "../../support/saved-copies.js";

const GROUP_ID = 0x1234_5678_9abc_def0n;

const restored = (member: OurMember, bytes = savedBytes(member.group!)) =>
  MlsGroup.restore(readerOf(bytes), member.options);

/** Goes on with a restored copy before and after each message. */
class MovingMember extends OurMember {
  moves = 0;

  override propose(proposals: readonly SignedProposal[], users: readonly bigint[]): CommitBytes | undefined {
    this.#move();
    const made = super.propose(proposals, users);
    this.#move();
    return made;
  }

  override process(commit: Uint8Array): void {
    super.process(commit);
    this.#move();
  }

  override adopt(commit: Uint8Array): void {
    super.adopt(commit);
    this.#move();
  }

  override join(welcome: Uint8Array): void {
    const moved = OwnKeyPackage.restore(readerOf(savedBytes(this.keyPackage!)), this.userId);
    this.keyPackage!.wipe();
    this.keyPackage = moved;
    super.join(welcome);
    this.#move();
  }

  #move(): void {
    const bytes = savedBytes(this.group!);
    const moved = restored(this, bytes);
    expect(Buffer.compare(savedBytes(moved), bytes)).toBe(0);
    this.group!.wipe();
    bytes.fill(0);
    this.group = moved;
    this.moves += 1;
  }
}

function roomOf(seed: string, members: number) {
  const random = seededBytes(seed);
  const gateway = new TestGateway(GROUP_ID, random);
  let nextUser = 1n;
  const fresh = (Kind: typeof OurMember = MovingMember) => new Kind(nextUser++, gateway, random);
  const room = new TestRoom(gateway, random);
  room.establish(Array.from({ length: members }, (_, at) => fresh(at === 1 ? OurMember : MovingMember)));
  return { random, gateway, room, fresh };
}

describe("a group that moves", () => {
  it.each(["a", "b"])("stays in its room (%s)", (seed) => {
    const { random, room, fresh } = roomOf(seed, 3);
    for (let epoch = 0; epoch < 6; epoch += 1) {
      const { members } = room;
      const leaves =
        members.length > 2 && seededInteger(random, 2) === 0
          ? [members[seededInteger(random, members.length)]!]
          : [];
      const joins = leaves.length === 0 || seededInteger(random, 2) === 0 ? [fresh()] : [];
      room.change({ joins, leaves });
      expect(room.authenticators.size).toBe(1);
    }
    for (const member of room.members)
      if (member instanceof MovingMember) expect(member.moves).toBeGreaterThan(0);
  });

  it("keeps the proposals that wait for a commit", () => {
    const { gateway, room, fresh } = roomOf("proposals", 3);
    const [member] = room.members as [OurMember];
    const newcomer = fresh();
    const propose = (draft: Parameters<TestGateway["propose"]>[1]) =>
      gateway.propose(room.epoch, draft).message;
    const messages = [
      propose({ kind: "remove", leafIndex: 2 }),
      propose({ kind: "add", keyPackage: newcomer.start() }),
    ];
    member.group!.append(messages, () => true);
    const moved = restored(member);
    expect(moved.proposalCount).toBe(2);
    expect(moved.append(messages, () => true)).toBe(false);
    expect(moved.commit()!.next.members()).toEqual(member.group!.commit()!.next.members());
  });
});

describe("a saved group", () => {
  const { gateway, room, random, fresh } = roomOf("refusals", 4);
  const member = room.members[0] as OurMember;
  const newcomer = fresh();
  member.group!.append(
    [
      gateway.propose(room.epoch, { kind: "remove", leafIndex: 2 }).message,
      gateway.propose(room.epoch, { kind: "add", keyPackage: newcomer.start() }).message,
    ],
    () => true,
  );

  it("is of one user and one signature key", () => {
    const bytes = savedBytes(member.group!);
    const other = { ...member.options, key: generateSignatureKey(random) };
    expect(errorOf(() => MlsGroup.restore(readerOf(bytes), other))).toMatchObject({ field: "ownLeafIndex" });
    const user = { ...member.options, keyPackage: { userId: 77n } };
    expect(errorOf(() => MlsGroup.restore(readerOf(bytes), user))).toMatchObject({ field: "ownLeafIndex" });
  });

  it("needs all its fields", () => {
    const answers = withoutEach(member.group!, 0, (saved) => MlsGroup.restore(saved, member.options));
    const lists = ["cached", "pair"];
    expect(answers.length).toBeGreaterThan(20);
    for (const { field, error } of answers) {
      if (lists.includes(field) && error === undefined) continue;
      expect(error, field).toBeInstanceOf(RestoreError);
      if (!lists.includes(field)) expect(error).toMatchObject({ code: "missing", field });
    }
  });

  it("is refused with one error, or works, whichever bit of it is another", () => {
    const whole = savedBytes(member.group!);
    let refused = 0;
    for (let round = 0; round < 300; round += 1) {
      const bytes = whole.slice();
      bytes[seededInteger(random, bytes.length)]! ^= 1 << seededInteger(random, 8);
      const error = errorOf(() => restored(member, bytes).commit()?.next.wipe());
      if (error === undefined) continue;
      expect(error).toBeInstanceOf(RestoreError);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(200);
  });

  it("takes few bytes for a member more", () => {
    const small = roomOf("size", 3).room.members[0] as OurMember;
    const large = roomOf("size", 6).room.members[0] as OurMember;
    const [few, many] = [savedBytes(small.group!).length, savedBytes(large.group!).length];
    expect((many - few) / 3).toBeLessThan(300);
  });
});

describe("a saved key package", () => {
  const random = seededBytes("key package");
  const key = generateSignatureKey(random);
  const own = createKeyPackage(5n, key, random);

  it("needs all its fields, and its user", () => {
    for (const { field, error } of withoutEach(own, 0, (saved) => OwnKeyPackage.restore(saved, 5n)))
      expect(error).toMatchObject({ code: "missing", field });
    expect(errorOf(() => OwnKeyPackage.restore(readerOf(savedBytes(own)), 6n))).toMatchObject({
      field: "bytes",
    });
  });

  it("is refused with another bit anywhere", () => {
    const whole = savedBytes(own);
    for (let at = 0; at < whole.length; at += 3) {
      const bytes = whole.slice();
      bytes[at]! ^= 1 << (at % 8);
      const error = errorOf(() => OwnKeyPackage.restore(readerOf(bytes), 5n));
      expect(error, String(at)).toBeInstanceOf(RestoreError);
    }
  });

  it("a signature key is saved as its private half", () => {
    const field = { number: 1, name: "key" };
    const bytes = savedBytes({ save: (out) => out.bytes(field, key.privateKey) });
    expect(restoreSignatureKey(readerOf(bytes), field)).toEqual(key);
    const zero = savedBytes({ save: (out) => out.bytes(field, new Uint8Array(32)) });
    expect(errorOf(() => restoreSignatureKey(readerOf(zero), field))).toMatchObject({ code: "outOfRange" });
  });
});

// Rooms of our groups and of an independent implementation, seeded; the epoch authenticator says whether all agree.
import { describe, expect, it } from "vitest";
import { TestGateway } from "../../support/mls/gateway.js";
import { DaveyMember, OurMember, type TestMember } from "../../support/mls/members.js";
import { seededBytes, seededInteger } from "../../support/mls/random.js";
import { TestRoom } from "../../support/mls/room.js";

/** `npm run soak` asks for more. */
const ROOMS = Number(process.env["SDKPP_MLS_ROOMS"] ?? 6);

const GROUP_ID = 0x1234_5678_9abc_def0n;

type Make = (userId: bigint, gateway: TestGateway) => TestMember;

function roomOf(seed: string) {
  const random = seededBytes(seed);
  const gateway = new TestGateway(GROUP_ID, random);
  const ours: Make = (userId) => new OurMember(userId, gateway, random);
  const theirs: Make = (userId) => new DaveyMember(userId, gateway);
  return { random, gateway, room: new TestRoom(gateway, random), ours, theirs };
}

function agree(room: TestRoom): void {
  expect(room.authenticators.size).toBe(1);
  expect(room.members.map(({ epoch }) => epoch)).toEqual(room.members.map(() => room.epoch));
}

/** Checks that our members' view of the room is right. */
function agreeOnMembers(room: TestRoom): void {
  const expected = room.leaves.flatMap((each, leafIndex) =>
    each ? [{ leafIndex, userId: each.userId }] : [],
  );
  for (const member of room.members)
    if (member instanceof OurMember)
      expect(member.group!.members().map(({ leafIndex, userId }) => ({ leafIndex, userId }))).toEqual(
        expected,
      );
}

function pick<T>(from: readonly T[], count: number, random: (length: number) => Uint8Array): T[] {
  const left = [...from];
  return Array.from(
    { length: Math.min(count, from.length) },
    () => left.splice(seededInteger(random, left.length), 1)[0]!,
  );
}

/** Random joins, leaves and replacements in a room of 2 to 12. */
function wander(
  seed: string,
  epochs: number,
  isOurs: (random: (length: number) => Uint8Array) => boolean,
): TestRoom {
  const { random, room, ours, theirs, gateway } = roomOf(seed);
  let nextUser = 1000n;
  const fresh = () => (isOurs(random) ? ours : theirs)((nextUser += 1n), gateway);
  room.establish(Array.from({ length: 2 + seededInteger(random, 3) }, fresh));
  agree(room);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const members = room.members;
    const leaves = pick(members, Math.min(seededInteger(random, 4), members.length - 1), random);
    const stay = members.filter((each) => !leaves.includes(each));
    const replaces = pick(stay, Math.min(seededInteger(random, 6) === 0 ? 1 : 0, stay.length - 1), random);
    const least = Math.max(leaves.length + replaces.length === 0 ? 1 : 0, 2 - stay.length);
    const joins = Array.from({ length: Math.min(least + seededInteger(random, 3), 12 - stay.length) }, fresh);
    if (joins.length + leaves.length + replaces.length === 0) continue;
    room.change({ joins, leaves, replaces });
    agree(room);
    agreeOnMembers(room);
  }
  return room;
}

describe("a pair", () => {
  it.each([
    ["ours, ours", true, true],
    ["ours, theirs", true, false],
    ["theirs, ours", false, true],
  ])("%s", (_who, first, second) => {
    const { room, ours, theirs, gateway } = roomOf("pair");
    room.establish([(first ? ours : theirs)(1n, gateway), (second ? ours : theirs)(2n, gateway)]);
    agree(room);
    agreeOnMembers(room);
  });
});

describe("rooms that change", () => {
  it.each(Array.from({ length: ROOMS }, (_, at) => `mixed ${String(at)}`))("%s", (seed) => {
    const room = wander(seed, 20, (random) => seededInteger(random, 2) === 0);
    expect(new Set(room.committers).size).toBe(2);
  });

  it.each(Array.from({ length: Math.ceil(ROOMS / 3) }, (_, at) => `ours ${String(at)}`))("%s", (seed) => {
    wander(seed, 25, () => true);
  });

  it("two left of four, both in one half of the tree", () => {
    for (const at of [0, 1, 2, 3]) {
      const { room, ours, theirs, gateway } = roomOf(`half ${String(at)}`);
      room.establish([ours(1n, gateway), theirs(2n, gateway), ours(3n, gateway), theirs(4n, gateway)]);
      room.change({ joins: [], leaves: [room.leaves[at < 2 ? 0 : 2]!, room.leaves[at < 2 ? 1 : 3]!] });
      agree(room);
      room.change({ joins: [ours(5n, gateway), theirs(6n, gateway)], leaves: [room.members[at % 2]!] });
      agree(room);
    }
  });
});

describe("the verification code of a pair", () => {
  it("is computed from the keys that our side shows", async () => {
    const { room, ours, theirs, gateway } = roomOf("verification");
    const [us, them] = [ours(1n, gateway) as OurMember, theirs(2n, gateway) as DaveyMember];
    room.establish([us, them]);
    const seen = us.group!.members().find(({ userId }) => userId === 2n)!;
    const other = new DaveyMember(3n, gateway);
    other.start();
    room.change({ joins: [other], leaves: [] });
    expect(await them.session.getVerificationCode("3")).toBe(await other.session.getVerificationCode("2"));
    expect(seen.signatureKey).toHaveLength(65);
  });
});

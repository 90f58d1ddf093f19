import { describe, expect, it } from "vitest";
import { difference } from "../../../platform/dave/difference.js";
import { Leaves } from "../../../platform/dave/leaves.js";
import { ResetBrake } from "../../../platform/dave/reset-brake.js";
import { Transition, TransitionIds } from "../../../platform/dave/transition.js";
import { Suspects } from "../../../platform/dave/blame/suspects.js";
import { Committers } from "../../../platform/dave/blame/committers.js";
import { Member } from "../../../platform/dave/member.js";
import { Group, groupIdOf } from "../../../platform/dave/group.js";
import { ExternalSender } from "../../../platform/dave/external-sender.js";
import { generateKeyPairSync } from "node:crypto";

const leaf = (userId: string) => ({
  userId,
  signatureKey: undefined,
  encryptionKey: undefined,
  pathKeys: [],
});

describe("leaves", () => {
  it.each<[string, string[], (number | string)[], (string | undefined)[]]>([
    ["grow to the right", ["a", "b", "c"], [], ["a", "b", "c"]],
    [
      "take the leftmost blank one first",
      ["a", "b", "c", "d"],
      [2, 0, "x", "y", "z"],
      ["x", "b", "y", "d", "z"],
    ],
    ["reuse the right end after it became blank", ["a", "b", "c"], [2, "x"], ["a", "b", "x"]],
    ["ignore a leaf that never existed", ["a"], [7, "x"], ["a", "x"]],
  ])("%s", (_claim, first, steps, expected) => {
    const leaves = new Leaves();
    for (const userId of first) leaves.add(leaf(userId));
    for (const step of steps) {
      if (typeof step === "number") leaves.remove(step);
      else leaves.add(leaf(step));
    }
    expect(expected.map((_, index) => leaves.at(index)?.userId)).toEqual(expected);
    expect(leaves.entries().map(([index]) => index)).toEqual(
      expected.flatMap((userId, index) => (userId === undefined ? [] : [index])),
    );
  });
});

describe("transition ids", () => {
  it("count from 1 to 65535 and skip 0", () => {
    const ids = new TransitionIds(65_533);
    expect([ids.next(), ids.next(), ids.next(), ids.next()]).toEqual([65_534, 65_535, 1, 2]);
    expect(new TransitionIds().next()).toBe(1);
  });
});

describe("transition", () => {
  it("is due when it waits for no party, and after two seconds in any case", () => {
    const transition = new Transition(1000, 7, ["a", "b", "c"], ["a", "b"]);
    expect(transition.isDue(1000)).toBe(false);
    transition.strike("a");
    expect([transition.owes("a"), transition.owes("b"), transition.owes("c")]).toEqual([false, true, false]);
    expect([transition.isDue(2999), transition.isDue(3000)]).toEqual([false, true]);
    transition.strike("b");
    expect(transition.isDue(1001)).toBe(true);
  });
});

describe("reset brake", () => {
  it("holds from the third failure within ten seconds, twice as long each time", () => {
    const brake = new ResetBrake();
    expect([brake.report(0), brake.report(100), brake.report(200)]).toEqual([false, false, true]);
    expect(brake.heldUntil).toBe(1200);
    const times = [1200, 3200, 7200];
    expect(times.map((now) => brake.report(now) && brake.heldUntil - now)).toEqual([2000, 4000, 8000]);
  });

  it("resets after ten seconds without a failure", () => {
    const brake = new ResetBrake();
    for (const now of [0, 1, 2]) brake.report(now);
    expect([brake.report(12_000), brake.report(12_001), brake.report(12_002)]).toEqual([false, false, true]);
    expect(brake.heldUntil).toBe(13_002);
  });

  it("ignores rare failures", () => {
    const brake = new ResetBrake();
    expect([0, 6000, 12_000, 18_000].map((now) => brake.report(now))).toEqual([false, false, false, false]);
  });
});

describe("committers", () => {
  const meet = (...added: string[]) => {
    const committers = new Committers();
    const liar = new Member("1", 1);
    committers.announced(5, liar, added);
    return { committers, liar };
  };

  it("disproves a commit that two other members rejected", () => {
    const { committers } = meet();
    const told = ["2", "2", "3"].map((userId) => committers.rejected(userId, 5));
    expect(told.map(({ isFirst, isDisproved }) => [isFirst, isDisproved])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it("ignores rejections by the committer, of another transition, and by a member that had accepted", () => {
    const { committers } = meet();
    committers.accepted("4", 5);
    const words = [
      ["2", 5],
      ["1", 5],
      ["3", 4],
      ["4", 5],
    ] as const;
    expect(words.some(([userId, id]) => committers.rejected(userId, id).isDisproved)).toBe(false);
  });

  it("doubts a committer whose commit was rejected or not answered, until another commit is announced", () => {
    const rejected = meet();
    rejected.committers.rejected("2", 5);
    const missed = meet();
    expect(missed.committers.executed(5, true)).toBe(false);
    for (const { committers, liar } of [rejected, missed]) {
      expect(committers.doubted).toBe(liar);
      committers.announced(6, new Member("2", 1), []);
      expect(committers.doubted).toBeUndefined();
    }
  });

  it("suspects an add after two committers failed with it and two witnesses reported it", () => {
    const { committers } = meet("9");
    expect(committers.rejected("2", 5).suspects).toEqual([]);
    committers.announced(6, new Member("3", 1), ["9", "8"]);
    expect(committers.rejected("4", 6).suspects).toEqual(["9"]);
  });

  it("does not suspect a member on one report, nor on a report about the reporter's own add", () => {
    const { committers } = meet("9");
    committers.rejected("2", 5);
    committers.announced(6, new Member("3", 1), ["9"]);
    expect(committers.rejected("2", 6).suspects).toEqual([]);
    expect(committers.rejected("9", 6).suspects).toEqual([]);
  });

  it("clears the failures of an add once all members accepted a commit with it", () => {
    const { committers } = meet("9");
    committers.rejected("2", 5);
    committers.announced(6, new Member("3", 1), ["9"]);
    expect(committers.executed(6, false)).toBe(true);
    committers.announced(7, new Member("3", 1), ["9"]);
    expect(committers.rejected("4", 7).suspects).toEqual([]);
  });
});

describe("suspects", () => {
  it("are barred after three tries within ten minutes, across sessions", () => {
    const suspects = new Suspects();
    expect(suspects.isSuspect(0, "7")).toBe(false);
    for (const now of [0, 100_000, 200_000]) {
      expect(suspects.isBarred(now, "7")).toBe(false);
      suspects.blame(now, "7");
      expect(suspects.isSuspect(now, "7")).toBe(true);
    }
    expect(suspects.isBarred(200_000, "7")).toBe(true);
    expect(suspects.isBarred(599_999, "7")).toBe(true);
    expect(suspects.isBarred(600_000, "7")).toBe(false);
    expect(suspects.isBarred(200_000, "8")).toBe(false);
  });

  it("may not commit for ten minutes after two members rejected a commit or three commits were doubted", () => {
    const suspects = new Suspects();
    suspects.exclude(1000, "7");
    for (const now of [1, 2, 3]) suspects.doubt(now, "8");
    suspects.doubt(1, "9");
    expect(["7", "8", "9"].map((userId) => suspects.isExcluded(2000, userId))).toEqual([true, true, false]);
    expect(["7", "8"].map((userId) => suspects.isExcluded(601_000, userId))).toEqual([false, false]);
  });

  it("are dropped when all records have expired", () => {
    const suspects = new Suspects();
    expect(suspects.isEmpty(0)).toBe(true);
    suspects.blame(0, "7");
    suspects.doubt(0, "8");
    expect(suspects.isEmpty(599_999)).toBe(false);
    expect(suspects.isEmpty(600_000)).toBe(true);
  });
});

describe("difference of group and room", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const keyPackage = (userId: string) => ({
    userId,
    bytes: Uint8Array.of(1),
    reference: userId,
    signatureKey: Uint8Array.of(4),
    encryptionKey: Uint8Array.of(4),
    initKey: Uint8Array.of(4),
  });

  /** A group of users 1, 2 and 3 in a room of the same. */
  const meet = () => {
    const group = new Group(groupIdOf("9"), new ExternalSender(privateKey));
    const members = new Map(["1", "2", "3"].map((id) => [id, new Member(id, 1)]));
    for (const member of members.values()) {
      group.leaves.add(leaf(member.userId));
      member.establish();
    }
    return { group, members };
  };

  const changes = ({ group, members }: ReturnType<typeof meet>, now: number) =>
    difference(
      group,
      members,
      [...members.values()].filter((member) => member.isAddable(now)),
      now,
    );

  it("is empty when the group matches the room", () => {
    expect(changes(meet(), 0)).toEqual([]);
  });

  it("removes first, then adds; does both for a member that returned", () => {
    const { group, members } = meet();
    members.delete("1");
    const returned = new Member("2", 1);
    returned.offer(keyPackage("2"));
    members.set("2", returned);
    const newcomer = new Member("4", 1);
    newcomer.offer(keyPackage("4"));
    members.set("4", newcomer);
    expect(
      changes({ group, members }, 0).map((one) =>
        one.kind === "remove" ? `-${one.leafIndex}` : `+${one.keyPackage.userId}`,
      ),
    ).toEqual(["-0", "-1", "+2", "+4"]);
  });

  it("keeps the leaf of a member that starts over until it can be added, is braked, or is overdue", () => {
    const { group, members } = meet();
    const failed = members.get("2")!;
    failed.startOver(0, "flagged");
    expect(changes({ group, members }, 1)).toEqual([]);
    failed.isOverdue = true;
    expect(changes({ group, members }, 1)).toEqual([{ kind: "remove", leafIndex: 1 }]);
    failed.offer(keyPackage("2"));
    failed.brake.heldUntil = 500;
    expect(changes({ group, members }, 499)).toEqual([]);
    expect(changes({ group, members }, 500)).toHaveLength(2);
  });
});

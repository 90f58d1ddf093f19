import { beforeEach, describe, expect, it } from "vitest";
import {
  friendsInGroup,
  searchFriends,
  World,
  type FriendGroup,
  type RelationshipFacts,
  type WorldEvent,
} from "../../../lib/state/index.js";
import { RelationshipType } from "../../../lib/wire/index.js";

const { None, Friend, Blocked, PendingIncoming, Implicit } = RelationshipType;
const GAME = 1n;

const user = (id: bigint, username: string, globalName?: string) => ({
  id,
  username,
  globalName,
  avatar: undefined,
  isProvisional: false,
});
const facts = (userId: bigint, change: Partial<RelationshipFacts> = {}): RelationshipFacts => ({
  kind: "platform",
  userId,
  type: Friend,
  user: user(userId, `user${String(userId)}`),
  isSpamRequest: undefined,
  hasPlayedGame: undefined,
  ...change,
});
const presence = (userId: bigint, ...gameIds: bigint[]) =>
  ({ userId, user: undefined, status: "online", activities: gameIds.map(playing) }) as const;
const playing = (gameId: bigint) => ({ name: "", type: 0, application_id: String(gameId) });

let world: World;
const emit = (...relationships: RelationshipFacts[]) =>
  relationships.flatMap((relationship) => world.apply({ type: "relationship", relationship }));
const remove = (kind: "platform" | "game", userId: bigint) =>
  world.apply({ type: "relationshipRemoved", kind, userId });
const load = (...relationships: RelationshipFacts[]) =>
  world.apply({ type: "friendsReady", relationships, presences: [] });

beforeEach(() => (world = new World()));

const created = (kind: string, userId: bigint) => ({ type: "relationshipCreated", kind, userId });
const deleted = (kind: string, userId: bigint) => ({ type: "relationshipDeleted", kind, userId });
const stale = (userId: bigint) => ({ type: "relationshipGroupsUpdated", userId });

describe("relationships", () => {
  it("report a new one and each change of type, of either kind, once", () => {
    expect(emit(facts(7n, { type: PendingIncoming }))).toEqual([created("platform", 7n), stale(7n)]);
    expect(emit(facts(7n, { type: PendingIncoming }))).toEqual([]);
    expect(emit(facts(7n))).toEqual([created("platform", 7n), stale(7n)]);
    expect(emit(facts(7n, { kind: "game" }))).toEqual([created("game", 7n), stale(7n)]);
    expect(world.relationships.get(7n)).toMatchObject({ platformType: Friend, gameType: Friend });
  });

  it("report the end of each kind, and nothing without a relationship", () => {
    emit(facts(7n), facts(7n, { kind: "game" }));
    expect(remove("platform", 7n)).toEqual([deleted("platform", 7n), stale(7n)]);
    expect(remove("platform", 7n)).toEqual([]);
    expect(world.relationships.get(7n)).toMatchObject({ platformType: None, gameType: Friend });
    remove("game", 7n);
    expect([world.relationships.get(7n), world.relationships.all()]).toEqual([undefined, []]);
    expect(remove("game", 8n)).toEqual([]);
  });

  it("keep fields that an event omits, and drop the spam flag with the request", () => {
    emit(facts(7n, { type: PendingIncoming, isSpamRequest: true, hasPlayedGame: true }));
    expect(emit(facts(7n, { type: PendingIncoming, hasPlayedGame: false }))).toEqual([stale(7n)]);
    expect(world.relationships.get(7n)).toMatchObject({ isSpamRequest: true, hasPlayedGame: false });
    emit(facts(7n, { kind: "game" }));
    remove("platform", 7n);
    expect(world.relationships.get(7n)?.isSpamRequest).toBe(false);
  });

  it("treat none, implicit and suggested as no relationship", () => {
    emit(facts(7n, { type: Implicit }), facts(8n));
    expect(emit(facts(8n, { type: None }))).toEqual([deleted("platform", 8n), stale(8n)]);
    expect(world.relationships.all()).toEqual([]);
  });

  it("report nothing for the first lists, and differences for later ones", () => {
    expect(load(facts(7n), facts(8n, { kind: "game" }))).toEqual([]);
    expect(world.users.get(8n)?.username).toBe("user8");
    expect(load(facts(7n, { type: Blocked }), facts(9n))).toEqual([
      deleted("game", 8n),
      created("platform", 7n),
      created("platform", 9n),
      stale(8n),
      stale(7n),
      stale(9n),
    ]);
    expect(load(facts(7n, { type: Blocked }), facts(9n))).toEqual([]);
  });

  it("are gone when cleared, and the next lists count as first", () => {
    load(facts(7n));
    world.apply({ type: "presence", presence: presence(7n) });
    world.apply({ type: "cleared" });
    expect([world.relationships.all(), world.presences.get(7n)]).toEqual([[], undefined]);
    expect(load(facts(8n))).toEqual([]);
  });
});

describe("changes of the friends list", () => {
  it.each<[string, WorldEvent, boolean]>([
    ["a friend's name", { type: "user", user: user(7n, "new") }, true],
    ["a friend's coming", { type: "presence", presence: presence(7n) }, true],
    ["a blocked user's name", { type: "user", user: user(8n, "new") }, false],
    ["a stranger's coming", { type: "presence", presence: presence(9n) }, false],
  ])("%s", (_what, event, isStale) => {
    load(facts(7n), facts(8n, { type: Blocked }));
    const reported = world.apply(event).map(({ type }) => type);
    expect(reported.includes("relationshipGroupsUpdated")).toBe(isStale);
  });

  it("presence is reported as a user update, once, and only when it differs", () => {
    load(facts(7n));
    const come = { ...presence(7n), user: user(7n, "renamed") };
    expect(world.apply({ type: "presence", presence: come })).toEqual([
      { type: "userUpdated", userId: 7n },
      stale(7n),
    ]);
    expect(world.apply({ type: "presence", presence: come })).toEqual([]);
    expect(world.apply({ type: "presence", presence: { ...come, status: "offline" } })).toHaveLength(2);
    expect(world.apply({ type: "presence", presence: { ...come, status: "offline" } })).toEqual([]);
  });

  it("is reported once, however much of a friend an event changes", () => {
    load(facts(7n));
    expect(emit(facts(7n, { user: user(7n, "new"), hasPlayedGame: true }))).toEqual([
      { type: "userUpdated", userId: 7n },
      stale(7n),
    ]);
  });

  it("is not reported for an unknown user", () => {
    expect(world.apply({ type: "presence", presence: presence(99n) })).toEqual([]);
  });

  it("a later session reports who came online and went offline meanwhile", () => {
    const ready = (...ids: bigint[]) =>
      world.apply({
        type: "friendsReady",
        relationships: [facts(7n), facts(8n)],
        presences: ids.map((id) => presence(id)),
      });
    expect(ready(7n)).toEqual([]);
    const later = ready(8n);
    expect([world.presences.get(7n), world.presences.get(8n)?.status]).toEqual([undefined, "online"]);
    expect(later.filter(({ type }) => type === "userUpdated")).toEqual([
      { type: "userUpdated", userId: 7n },
      { type: "userUpdated", userId: 8n },
    ]);
  });

  it("the presence of a former friend is dropped", () => {
    load(facts(7n), facts(7n, { kind: "game" }));
    world.apply({ type: "presence", presence: presence(7n) });
    remove("platform", 7n);
    expect(world.presences.get(7n)).toBeDefined();
    remove("game", 7n);
    expect(world.presences.get(7n)).toBeUndefined();
  });
});

describe("the friends list", () => {
  const names = (ids: readonly bigint[]) => ids.map((id) => world.users.get(id)?.username);
  const group = (which: FriendGroup) => names(friendsInGroup(world, which, GAME));
  const named = (
    id: bigint,
    username: string,
    globalName?: string,
    change: Partial<RelationshipFacts> = {},
  ) => facts(id, { user: user(id, username, globalName), ...change });

  it("has each friend of either kind in exactly one group, and no one else", () => {
    load(
      named(1n, "here"),
      named(2n, "elsewhere"),
      named(3n, "away"),
      named(4n, "game", undefined, { kind: "game" }),
      named(5n, "blocked", undefined, { type: Blocked }),
      named(6n, "asking", undefined, { type: PendingIncoming }),
    );
    for (const [id, game] of [
      [1n, GAME],
      [2n, 99n],
      [4n, GAME],
      [5n, GAME],
      [6n, GAME],
    ] as const)
      world.apply({ type: "presence", presence: presence(id, game) });
    expect(group("onlinePlayingGame")).toEqual(["game", "here"]);
    expect(group("onlineElsewhere")).toEqual(["elsewhere"]);
    expect(group("offline")).toEqual(["away"]);
  });

  it("is sorted by display name without regard to case; equal names by id", () => {
    load(named(4n, "zed", "anna"), named(1n, "Bob"), named(3n, "x", "Carl"), named(2n, "y", "carl"));
    expect(group("offline")).toEqual(["zed", "Bob", "y", "x"]);
  });

  it("puts friends who have played the game first, in online elsewhere only", () => {
    const played = { hasPlayedGame: true };
    load(
      named(1n, "abe"),
      named(2n, "bob", undefined, played),
      named(3n, "cyd"),
      // A game friend has played it, whatever was said of the platform friend.
      named(3n, "cyd", undefined, { kind: "game" }),
    );
    expect(group("offline")).toEqual(["abe", "bob", "cyd"]);
    for (const id of [1n, 2n, 3n]) world.apply({ type: "presence", presence: presence(id) });
    expect(group("onlineElsewhere")).toEqual(["bob", "cyd", "abe"]);
  });

  it.each<[string, string[]]>([
    ["", ["annabel", "hannah", "bob_smith"]],
    ["ann", ["annabel", "hannah"]],
    ["  ANNA ", ["annabel", "hannah"]],
    ["hanah", ["hannah"]],
    ["smithy", ["bob_smith"]],
    ["robert", ["bob_smith"]],
    ["bxb", []],
    ["x".repeat(5000), []],
  ])("finds %j", (text, expected) => {
    load(
      named(1n, "hannah"),
      named(2n, "annabel"),
      named(3n, "bob_smith", "Robert", { kind: "game" }),
      named(4n, "anna_blocked", undefined, { type: Blocked }),
    );
    expect(names(searchFriends(world, text))).toEqual(expected);
  });

  it("puts the nearest first", () => {
    load(named(1n, "aanders"), named(2n, "sander"));
    expect(names(searchFriends(world, "sander"))).toEqual(["sander", "aanders"]);
  });
});

import { describe, expect, it } from "vitest";
import {
  ArgumentError,
  ArgumentRangeError,
  RelationshipGroupType,
  RelationshipHandle,
  RelationshipType,
  UserHandle,
} from "../../../lib/index.js";
import { OWN_ID, Scene, user } from "./scene.js";

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;
type Type = (typeof RelationshipType)[keyof typeof RelationshipType];
type Kind = "Discord" | "Game";

const relationship = (id: string, type: number, change: object = {}): object => ({
  id,
  type,
  user: user(id),
  nickname: null,
  user_ignored: false,
  ...change,
});
const gameRelationship = (id: string, type: number): object => ({
  id,
  type,
  user: user(id),
  user_id: OWN_ID,
  application_id: "1",
  since: "2026-01-01T00:00:00.000Z",
  dm_access_type: 0,
});
const path = (kind: Kind): string =>
  kind === "Discord" ? "/users/@me/relationships" : "/users/@me/game-relationships";
const emit = (scene: Scene, kind: Kind, type: Type): void => {
  if (type !== None && kind === "Discord") scene.dispatch("RELATIONSHIP_ADD", relationship("7", type));
  if (type !== None && kind === "Game") scene.dispatch("GAME_RELATIONSHIP_ADD", gameRelationship("7", type));
  if (type === None)
    scene.dispatch(`${kind === "Discord" ? "" : "GAME_"}RELATIONSHIP_REMOVE`, { id: "7", type: 1 });
};
const typeOf = (handle: RelationshipHandle, kind: Kind): Type =>
  kind === "Discord" ? handle.discordRelationshipType : handle.gameRelationshipType;

async function begin(kind: Kind, type: Type): Promise<Scene> {
  const scene = new Scene();
  await scene.ready();
  if (type !== None) emit(scene, kind, type);
  await scene.turn();
  scene.answers.set(`PUT ${path(kind)}/7`, { status: 204 });
  scene.answers.set(`DELETE ${path(kind)}/7`, { status: 204 });
  scene.answers.set(`POST ${path(kind)}`, { status: 204 });
  scene.requests.length = 0;
  return scene;
}

describe("a request", () => {
  it("completes when the gateway has announced it", async () => {
    const scene = await begin("Discord", PendingIncoming);
    let isDone = false;
    const done = scene.client.acceptDiscordFriendRequest("7").then(() => (isDone = true));
    await scene.turn(1999);
    expect(isDone).toBe(false);
    expect(scene.requests).toMatchObject([
      { method: "PUT", path: `${path("Discord")}/7`, body: '{"type":1}' },
    ]);
    emit(scene, "Discord", Friend);
    await done;
    expect(typeOf(scene.client.getRelationshipHandle("7"), "Discord")).toBe(Friend);
  });

  it("completes after two seconds when the gateway announces nothing, and nothing has changed", async () => {
    const scene = await begin("Discord", PendingIncoming);
    const done = scene.client.acceptDiscordFriendRequest(7n);
    await scene.turn(2000);
    await done;
    expect(typeOf(scene.client.getRelationshipHandle("7"), "Discord")).toBe(PendingIncoming);
  });

  it("names the relationship that it needs", async () => {
    const scene = await begin("Game", None);
    const needs = [
      [scene.client.acceptGameFriendRequest(7n), "a game relationship of type PendingIncoming"],
      [scene.client.removeDiscordAndGameFriend(7n), "a Discord or game friend"],
    ] as const;
    for (const [done, needed] of needs)
      await expect(done).rejects.toMatchObject({
        message: expect.stringContaining(`userId: expected ${needed}, received 7 with None`),
      });
  });
});

describe("removing both", () => {
  it("ends the platform's relationship, then the game's, of any type", async () => {
    const scene = await begin("Game", Friend);
    emit(scene, "Discord", PendingOutgoing);
    scene.answers.set(`DELETE ${path("Discord")}/7`, { status: 204 });
    const done = scene.client.removeDiscordAndGameFriend(7n);
    await scene.turn();
    emit(scene, "Discord", None);
    await scene.turn();
    emit(scene, "Game", None);
    await done;
    expect(scene.requests.map((each) => each.path)).toEqual([`${path("Discord")}/7`, `${path("Game")}/7`]);
  });
});

describe.each([
  ["sendDiscordFriendRequest", "Discord", '{"username":"USER7","discriminator":null}'],
  ["sendGameFriendRequest", "Game", '{"username":"USER7"}'],
] as const)("%s", (name, kind, body) => {
  it("requests by name, and completes when the gateway announces a user of that name", async () => {
    const scene = await begin(kind, None);
    let isDone = false;
    const done = scene.client[name]("USER7").then(() => (isDone = true));
    await scene.turn();
    emit(scene, kind === "Game" ? "Discord" : "Game", PendingOutgoing);
    await scene.turn();
    expect(isDone).toBe(false);
    emit(scene, kind, PendingOutgoing);
    await done;
    expect(scene.requests).toMatchObject([{ method: "POST", path: path(kind), body }]);
  });

  it.each([
    ["a", "username: expected 2 to 32 characters, received 1"],
    ["x".repeat(33), "username: expected 2 to 32 characters, received 33"],
    [5 as never, "username: expected a string, received number 5"],
  ])("ValidationError for %s", async (username, message) => {
    const scene = await begin(kind, None);
    await expect(scene.client[name](username)).rejects.toMatchObject({ code: "ValidationError", message });
    expect(scene.requests).toEqual([]);
  });
});

describe("handles", () => {
  it("show later changes, and are reachable from the user", async () => {
    const scene = await begin("Discord", None);
    const handle = scene.client.getRelationshipHandle(7n);
    expect([handle.isValid(), handle.id, handle.discordRelationshipType, handle.user]).toEqual([
      true,
      7n,
      None,
      undefined,
    ]);
    scene.dispatch("RELATIONSHIP_ADD", relationship("7", PendingIncoming, { is_spam_request: true }));
    expect([handle.discordRelationshipType, handle.isSpamRequest]).toEqual([PendingIncoming, true]);
    expect(handle.user?.username).toBe("user7");
    expect(handle.user?.relationship.discordRelationshipType).toBe(PendingIncoming);
    emit(scene, "Game", Friend);
    expect(scene.client.getUser("7")?.relationship.gameRelationshipType).toBe(Friend);
    emit(scene, "Discord", None);
    expect([handle.discordRelationshipType, handle.isSpamRequest]).toEqual([None, false]);
  });

  it("give defaults when the client is destroyed, copies included", async () => {
    const scene = await begin("Discord", Friend);
    const handle = scene.client.getRelationshipHandle(7n);
    const user = handle.user!;
    const copy = handle.clone();
    scene.client.destroy();
    for (const each of [handle, copy, scene.client.getRelationshipHandle(7n), RelationshipHandle.nullobj]) {
      expect([each.isValid(), each.id, each.discordRelationshipType, each.gameRelationshipType]).toEqual([
        false,
        0n,
        None,
        None,
      ]);
      expect([each.isSpamRequest, each.user]).toEqual([false, undefined]);
    }
    expect(user.relationship.isValid()).toBe(false);
    expect(UserHandle.nullobj.relationship.isValid()).toBe(false);
    expect([scene.client.getRelationships(), scene.client.getUser(7n)]).toEqual([[], undefined]);
    expect([
      scene.client.getRelationshipsByGroup(RelationshipGroupType.Offline),
      scene.client.searchFriendsByUsername(""),
    ]).toEqual([[], []]);
  });

  it("move and are assigned like every handle", async () => {
    const scene = await begin("Discord", Friend);
    const handle = scene.client.getRelationshipHandle(7n);
    const moved = RelationshipHandle.moveFrom(handle);
    expect([handle.isValid(), moved.id]).toEqual([false, 7n]);
    expect(scene.client.getRelationshipHandle(8n).assign(moved).discordRelationshipType).toBe(Friend);
    expect(() => RelationshipHandle.nullobj.assign(moved)).toThrow("nullobj");
  });
});

describe("the lists", () => {
  it("contain every relationship, and the friends by group", async () => {
    const scene = new Scene();
    await scene.ready({
      relationships: [
        relationship("10", Friend, { user: user("10", { global_name: "Zoe" }) }),
        relationship("11", Friend, { user: user("11", { global_name: "abe" }) }),
        relationship("12", Blocked),
        relationship("13", PendingIncoming),
        relationship("15", Friend, { has_played_game: true }),
      ],
      game_relationships: [gameRelationship("14", Friend)],
      presences: [
        { user: { id: "14" }, status: "online", activities: [{ application_id: "1" }] },
        { user: { id: "10" }, status: "dnd", activities: [{ application_id: "2" }] },
        { user: { id: "15" }, status: "idle", activities: [] },
      ],
    });
    const ids = (handles: RelationshipHandle[]) => handles.map(({ id }) => Number(id));
    const { client } = scene;
    const group = (type: keyof typeof RelationshipGroupType) =>
      ids(client.getRelationshipsByGroup(RelationshipGroupType[type]));
    expect(ids(client.getRelationships())).toEqual([10, 11, 12, 13, 15, 14]);
    expect([group("OnlinePlayingGame"), group("OnlineElsewhere"), group("Offline")]).toEqual([
      [14],
      [15, 10],
      [11],
    ]);
    expect(client.searchFriendsByUsername("zo").map(({ id }) => id)).toEqual([10n]);
  });

  it("reject invalid arguments with a reason", async () => {
    const { client } = await begin("Discord", None);
    const groups = "one of 0 (OnlinePlayingGame), 1 (OnlineElsewhere), 2 (Offline)";
    expect(() => client.getRelationshipsByGroup(3 as never)).toThrow(
      new ArgumentRangeError("groupType", groups, "3"),
    );
    expect(() => client.getRelationshipsByGroup("0" as never)).toThrow(
      new ArgumentError("groupType", groups, "string"),
    );
    expect(() => client.searchFriendsByUsername(5 as never)).toThrow(
      new ArgumentError("searchStr", "a string", "number 5"),
    );
    expect(() => client.getRelationshipHandle("x")).toThrow(TypeError);
    expect(() => client.getUser("x")).toThrow(TypeError);
  });
});

describe("callbacks", () => {
  it("report user, kind and stale groups; undefined removes them", async () => {
    const scene = new Scene();
    const reported: unknown[][] = [];
    const { client } = scene;
    client.setRelationshipCreatedCallback((...args) => reported.push(["created", ...args]));
    client.setRelationshipDeletedCallback((...args) => reported.push(["deleted", ...args]));
    client.setRelationshipGroupsUpdatedCallback((...args) => reported.push(["groups", ...args]));
    client.setUserUpdatedCallback((...args) => reported.push(["user", ...args]));
    await scene.ready({ relationships: [relationship("8", Friend)] });
    expect(reported).toEqual([]);
    const hear = async (act: () => void): Promise<unknown[][]> => {
      act();
      await scene.turn();
      return reported.splice(0);
    };
    expect(await hear(() => emit(scene, "Discord", Friend))).toEqual([
      ["created", 7n, true],
      ["groups", 7n],
    ]);
    expect(await hear(() => emit(scene, "Game", Friend))).toEqual([
      ["created", 7n, false],
      ["groups", 7n],
    ]);
    const update = { id: "7", nickname: "B", user_ignored: false };
    expect(await hear(() => scene.dispatch("RELATIONSHIP_UPDATE", { ...update, type: Friend }))).toEqual([]);
    expect(await hear(() => scene.dispatch("RELATIONSHIP_UPDATE", { ...update, type: Blocked }))).toEqual([
      ["created", 7n, true],
      ["groups", 7n],
    ]);
    expect(await hear(() => scene.dispatch("RELATIONSHIP_UPDATE", { id: "7", type: "friend" }))).toEqual([]);
    expect(scene.logs).toContainEqual(expect.stringContaining("malformed RELATIONSHIP_UPDATE"));
    const online = { user: { id: "7" }, status: "online", activities: [] };
    expect(await hear(() => scene.dispatch("PRESENCE_UPDATE", online))).toEqual([
      ["user", 7n],
      ["groups", 7n],
    ]);
    expect(await hear(() => emit(scene, "Game", None))).toEqual([
      ["deleted", 7n, false],
      ["groups", 7n],
    ]);
    client.setRelationshipDeletedCallback(undefined);
    client.setRelationshipGroupsUpdatedCallback(undefined);
    expect(await hear(() => emit(scene, "Discord", None))).toEqual([]);
  });
});

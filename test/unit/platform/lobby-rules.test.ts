import { LOBBIES_PER_USER_MAX, LOBBY_MEMBERS_MAX, LOBBY_SECRET_LIFE_MS } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { idleLobbies } from "../../../platform/domain/rules/lobby/idle.js";
import {
  bulkMembers,
  closeSession,
  createLobby,
  createOrJoin,
  deleteLobby,
  dissolve,
  getLobby,
  leaveLobby,
  openSession,
  putMember,
  updateLobby,
} from "./operations.js";
import { cast, dispatches, eventNames, reply } from "./support-world.js";

describe("lobbies by secret", () => {
  it("the first caller creates, the second joins, and each receives its events", () => {
    const { world, ada, ben } = cast();
    const created = createOrJoin(world, ada, { secret: "s", lobbyMetadata: { map: "dust" } });
    expect(eventNames(created)).toEqual(["LOBBY_CREATE"]);
    const joined = createOrJoin(world, ben, { secret: "s", memberMetadata: { team: "red" } });
    expect(eventNames(joined)).toEqual(["LOBBY_CREATE", "LOBBY_MEMBER_ADD"]);
    expect(reply(joined).id).toBe(reply(created).id);
    expect(reply(joined).metadata).toEqual({ map: "dust" });
    expect(reply(joined).members.map((member) => member.id)).toEqual([ada.user.id, ben.user.id]);
  });

  it("joining again updates the member and clears absent metadata", () => {
    const { world, ada, ben } = cast();
    reply(createOrJoin(world, ada, { secret: "s", memberMetadata: { a: "1" } }));
    reply(createOrJoin(world, ben, { secret: "s" }));
    const again = createOrJoin(world, ada, { secret: "s" });
    expect(eventNames(again)).toEqual(["LOBBY_MEMBER_UPDATE"]);
    expect(reply(again).members[0]?.metadata).toBeNull();
  });

  it("changed lobby metadata is sent to all members", () => {
    const { world, ada } = cast();
    reply(createOrJoin(world, ada, { secret: "s", lobbyMetadata: { a: "1" } }));
    expect(eventNames(createOrJoin(world, ada, { secret: "s", lobbyMetadata: { a: "2" } }))).toContain(
      "LOBBY_UPDATE",
    );
  });

  it("a secret is valid for 30 days, to the millisecond", () => {
    const { world, ada, ben } = cast();
    const { id } = reply(createOrJoin(world, ada, { secret: "s" }));
    world.clock.advance(LOBBY_SECRET_LIFE_MS - 1);
    expect(reply(createOrJoin(world, ben, { secret: "s" })).id).toBe(id);
  });

  it("an expired secret readmits members; for a new user it creates another lobby and refers to that from then on", () => {
    const { world, ada, ben } = cast();
    const { id: old } = reply(createOrJoin(world, ada, { secret: "s" }));
    world.clock.advance(LOBBY_SECRET_LIFE_MS);
    expect(reply(createOrJoin(world, ada, { secret: "s" })).id).toBe(old);
    const { id: young, members } = reply(createOrJoin(world, ben, { secret: "s" }));
    expect(young).not.toBe(old);
    expect(members.map((member) => member.id)).toEqual([ben.user.id]);
    expect(reply(getLobby(world, ada, old)).members).toHaveLength(1);
    expect(reply(createOrJoin(world, ada, { secret: "s" })).id).toBe(young);
    expect(eventNames(leaveLobby(world, ada, old))).toContain("LOBBY_DELETE");
  });

  it("a secret belongs to one application", () => {
    const first = cast();
    const other = first.registry.createApplication({ name: "Other" });
    const stranger = { ...first.ben, application: other };
    const lobby = reply(createOrJoin(first.world, first.ada, { secret: "s" }));
    expect(reply(createOrJoin(first.world, stranger, { secret: "s" })).id).not.toBe(lobby.id);
    expect(getLobby(first.world, stranger, lobby.id)).toMatchObject({ status: 404, code: 10031 });
  });

  it(`rejects lobby number ${LOBBIES_PER_USER_MAX + 1} of a user`, () => {
    const { world, ada } = cast();
    for (let n = 0; n < LOBBIES_PER_USER_MAX; n += 1) reply(createOrJoin(world, ada, { secret: `s${n}` }));
    expect(createOrJoin(world, ada, { secret: "one more" })).toMatchObject({ status: 400, code: 50035 });
    expect(reply(createOrJoin(world, ada, { secret: "s0" })).members).toHaveLength(1);
  });

  it("leaving notifies the other members, and a rejoin finds the same lobby", () => {
    const { world, ada, ben } = cast();
    const { id } = reply(createOrJoin(world, ada, { secret: "s" }));
    reply(createOrJoin(world, ben, { secret: "s" }));
    const left = leaveLobby(world, ben, id);
    expect(eventNames(left)).toEqual(["LOBBY_MEMBER_REMOVE", "LOBBY_DELETE"]);
    expect(reply(createOrJoin(world, ben, { secret: "s" })).id).toBe(id);
    expect(eventNames(leaveLobby(world, { ...ben, user: { ...ben.user, id: "1" } }, id))).toEqual([]);
    expect(leaveLobby(world, ben, "123")).toMatchObject({ status: 404, code: 10031 });
  });
});

describe("lobbies of a bot", () => {
  it("have no secret, so clients cannot leave them", () => {
    const { world, bot, ada } = cast();
    const lobby = reply(createLobby(world, bot, { members: [{ id: ada.user.id }] }));
    expect(leaveLobby(world, ada, lobby.id)).toMatchObject({ status: 403, code: 50001 });
  });

  it("member upserts reset absent fields but keep the additional name", () => {
    const { world, bot, ada } = cast();
    const { id } = reply(createLobby(world, bot, {}));
    const full = { id: ada.user.id, metadata: { a: "1" }, flags: 1, additionalName: "Zed" };
    reply(putMember(world, bot, id, full));
    expect(reply(putMember(world, bot, id, { id: ada.user.id }))).toEqual({
      id: ada.user.id,
      metadata: null,
      flags: 0,
      additional_name: "Zed",
    });
    expect(reply(putMember(world, bot, id, { id: ada.user.id, additionalName: null }))).not.toHaveProperty(
      "additional_name",
    );
  });

  it("a bulk update fails completely for an unknown user, and returns only upserted members", () => {
    const { world, bot, ada, ben } = cast();
    const { id } = reply(createLobby(world, bot, { members: [{ id: ben.user.id }] }));
    expect(bulkMembers(world, bot, id, [{ id: "5", remove: false }])).toMatchObject({
      status: 404,
      code: 10013,
    });
    const result = bulkMembers(world, bot, id, [
      { id: ada.user.id, remove: false },
      { id: ben.user.id, remove: true },
    ]);
    expect(reply(result).map((member) => member.id)).toEqual([ada.user.id]);
    expect(reply(getLobby(world, bot, id)).members.map((member) => member.id)).toEqual([ada.user.id]);
  });

  it("a bulk update skips users it cannot add; a single add is rejected", () => {
    const { world, bot, ada, ben } = cast();
    for (let n = 0; n < LOBBIES_PER_USER_MAX; n += 1) reply(createOrJoin(world, ada, { secret: `s${n}` }));
    const { id } = reply(createLobby(world, bot, {}));
    const both = [ada, ben].map(({ user }) => ({ id: user.id, remove: false }));
    const bulk = bulkMembers(world, bot, id, both);
    expect([reply(bulk).map((member) => member.id), eventNames(bulk)]).toEqual([
      [ben.user.id],
      ["LOBBY_CREATE", "LOBBY_MEMBER_ADD"],
    ]);
    expect(putMember(world, bot, id, { id: ada.user.id })).toMatchObject({ status: 400, code: 50035 });
  });

  it(`have at most ${LOBBY_MEMBERS_MAX} members, however they join`, () => {
    const { world, registry, bot, ada, ben } = cast();
    const { id } = reply(createLobby(world, bot, { members: [{ id: ben.user.id }] }));
    const others = Array.from({ length: LOBBY_MEMBERS_MAX - 1 }, (_, n) => ({
      id: String(n + 1),
      metadata: null,
      flags: 0,
    }));
    const lobby = world.lobbies.get(id)!;
    world.lobbies.put({ ...lobby, members: [...lobby.members, ...others] });
    expect(putMember(world, bot, id, { id: ada.user.id })).toMatchObject({ status: 400, code: 50035 });
    const cyd = registry.createUser({ username: "cyd" }).id;
    expect(reply(bulkMembers(world, bot, id, [{ id: cyd, remove: false }]))).toEqual([]);
    expect(reply(putMember(world, bot, id, { id: ben.user.id, metadata: { a: "1" } })).metadata).toEqual({
      a: "1",
    });
    const swap = [
      { id: ben.user.id, remove: true },
      { id: cyd, remove: false },
    ];
    expect(reply(bulkMembers(world, bot, id, swap)).map((member) => member.id)).toEqual([cyd]);
  });

  it("a patched member list replaces the membership", () => {
    const { world, bot, ada, ben } = cast();
    const { id } = reply(createLobby(world, bot, { members: [{ id: ada.user.id }] }));
    const patched = updateLobby(world, bot, id, { members: [{ id: ben.user.id }], metadata: { a: "b" } });
    expect(reply(patched).members.map((member) => member.id)).toEqual([ben.user.id]);
    expect(eventNames(patched)).toEqual([
      "LOBBY_MEMBER_REMOVE",
      "LOBBY_DELETE",
      "LOBBY_CREATE",
      "LOBBY_UPDATE",
    ]);
  });

  it("deleting twice succeeds", () => {
    const { world, bot, ada } = cast();
    const { id } = reply(createLobby(world, bot, { members: [{ id: ada.user.id }] }));
    expect(eventNames(deleteLobby(world, bot, id))).toEqual(["LOBBY_DELETE"]);
    expect(reply(deleteLobby(world, bot, id))).toBeUndefined();
  });
});

describe("live sessions and lobbies", () => {
  const callerOf = (actor: { user: { id: string }; application: { id: string } }, sessionId: string) => ({
    sessionId,
    userId: actor.user.id,
    applicationId: actor.application.id,
  });

  it("only the first and the last session of a user change `connected`", () => {
    const { world, ada, ben } = cast();
    reply(createOrJoin(world, ada, { secret: "s" }));
    reply(createOrJoin(world, ben, { secret: "s" }));
    const events = openSession(world, callerOf(ada, "a"));
    expect(eventNames(events)).toEqual(["LOBBY_MEMBER_CONNECT"]);
    expect(dispatches(events)[0]?.d).toMatchObject({ member: { user_id: ada.user.id, connected: true } });
    expect(eventNames(openSession(world, callerOf(ada, "b")))).toEqual(["SESSIONS_REPLACE"]);
    expect(eventNames(closeSession(world, callerOf(ada, "a")))).toEqual(["SESSIONS_REPLACE"]);
    expect(eventNames(closeSession(world, callerOf(ada, "b")))).toEqual(["LOBBY_MEMBER_DISCONNECT"]);
  });

  it("an idle lobby is deleted after its timeout; one with a connected member stays", () => {
    const { world, ada } = cast();
    reply(createOrJoin(world, ada, { secret: "s", idleTimeoutSeconds: 10 }));
    const idleSince = new Map<string, number>();
    openSession(world, callerOf(ada, "a"));
    world.clock.advance(60_000);
    expect(idleLobbies(world, idleSince)).toEqual([]);
    closeSession(world, callerOf(ada, "a"));
    expect(idleLobbies(world, idleSince)).toEqual([]);
    world.clock.advance(9_999);
    expect(idleLobbies(world, idleSince)).toEqual([]);
    world.clock.advance(1);
    const idle = idleLobbies(world, idleSince);
    expect(idle.flatMap((lobby) => eventNames(dissolve(world, lobby)))).toEqual(["LOBBY_DELETE"]);
  });
});

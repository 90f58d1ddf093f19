import { LOBBIES_PER_USER_MAX, LOBBY_MEMBERS_MAX, LOBBY_SECRET_LIFE_MS } from "sdkpp/wire";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../platform/domain/world/oauth2/actor.js";
import { idleLobbies } from "../../../platform/domain/rules/lobby/idle.js";
import {
  bulkMembers,
  closeSession,
  createLobby,
  createOrJoin,
  dissolve,
  getLobby,
  leaveLobby,
  openSession,
  putMember,
} from "./operations.js";
import { cast, dispatches, eventNames, reply } from "./support-world.js";

const STEP = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  what: fc.constantFrom("join", "leave", "open", "close", "wait"),
  seconds: fc.integer({ min: 5, max: 12 }),
});

describe("lobbies by secret", () => {
  it("joining again updates the member and the lobby, and clears the member's absent metadata", () => {
    const { world, ada, ben } = cast();
    reply(createOrJoin(world, ada, { secret: "s", lobbyMetadata: { a: "1" }, memberMetadata: { a: "1" } }));
    reply(createOrJoin(world, ben, { secret: "s" }));
    const again = createOrJoin(world, ada, { secret: "s", lobbyMetadata: { a: "2" } });
    expect(eventNames(again)).toEqual(["LOBBY_MEMBER_UPDATE", "LOBBY_UPDATE"]);
    expect(reply(again)).toMatchObject({ metadata: { a: "2" }, members: [{ metadata: null }, {}] });
    expect(eventNames(createOrJoin(world, ada, { secret: "s" }))).toEqual(["LOBBY_MEMBER_UPDATE"]);
  });

  it("a secret admits for 30 days; then it readmits members, and makes another lobby for a new user", () => {
    const { world, ada, ben, registry } = cast();
    const { id: old } = reply(createOrJoin(world, ada, { secret: "s" }));
    world.clock.advance(LOBBY_SECRET_LIFE_MS - 1);
    expect(reply(createOrJoin(world, ben, { secret: "s" })).id).toBe(old);
    reply(leaveLobby(world, ben, old));
    expect(leaveLobby(world, ben, old)).toMatchObject({ status: 404, code: 10_031 });
    expect(reply(createOrJoin(world, ben, { secret: "s" })).id).toBe(old);
    world.clock.advance(1);
    expect(reply(createOrJoin(world, ada, { secret: "s" })).id).toBe(old);
    const cyd = { ...ada, user: registry.createUser({ username: "cyd" }) };
    const { id: young, members } = reply(createOrJoin(world, cyd, { secret: "s" }));
    expect([young === old, members.map(({ id }) => id)]).toEqual([false, [cyd.user.id]]);
    expect(reply(getLobby(world, ada, old)).members).toHaveLength(2);
    expect(reply(createOrJoin(world, ada, { secret: "s" })).id).toBe(young);
    expect(eventNames(leaveLobby(world, ada, old))).toContain("LOBBY_DELETE");
  });

  it("a member of the most lobbies rejoins one of them", () => {
    const { world, ada } = cast();
    for (let n = 0; n < LOBBIES_PER_USER_MAX; n += 1) reply(createOrJoin(world, ada, { secret: `s${n}` }));
    expect(reply(createOrJoin(world, ada, { secret: "s0" })).members).toHaveLength(1);
  });
});

describe("lobbies of a bot", () => {
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

  it("a lobby that nobody has used is idle from its making", () => {
    const { world, ada } = cast();
    reply(createOrJoin(world, ada, { secret: "s", idleTimeoutSeconds: 10 }));
    world.clock.advance(10_000);
    expect(idleLobbies(world)).toHaveLength(1);
  });

  it("lobbies are idle as long as nobody is there, whatever happens and in whatever order", () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 40 }), (steps) => {
        const { world, ada, ben } = cast();
        const { id } = reply(createOrJoin(world, ada, { secret: "s", idleTimeoutSeconds: 5 }));
        const sessions = new Map<Actor, number>([ada, ben].map((one) => [one, 0]));
        let since: number | undefined = world.clock.elapsed();
        for (const { who, what, seconds } of steps) {
          const actor = who === 0 ? ada : ben;
          const open = sessions.get(actor) ?? 0;
          if (what === "join") createOrJoin(world, actor, { secret: "s", idleTimeoutSeconds: seconds });
          if (what === "leave") leaveLobby(world, actor, id);
          if (what === "open") openSession(world, callerOf(actor, `${who}-${open}`));
          if (what === "open") sessions.set(actor, open + 1);
          if (what === "close" && open > 0) closeSession(world, callerOf(actor, `${who}-${open - 1}`));
          if (what === "close") sessions.set(actor, Math.max(0, open - 1));
          if (what === "wait") world.clock.advance(seconds * 1000);
          const lobby = world.lobbies.get(id)!;
          const isUsed = lobby.members.some((one) => world.live.has(lobby.applicationId, one.id));
          since = isUsed ? undefined : (since ?? world.clock.elapsed());
          const isOver =
            since !== undefined && world.clock.elapsed() - since >= lobby.idleTimeoutSeconds * 1000;
          expect(
            idleLobbies(world)
              .map((one) => one.id)
              .join(),
          ).toBe(isOver ? id : "");
        }
      }),
    );
  });

  it("a lobby is looked at when its time is over, and not before", () => {
    const { world, ada } = cast();
    for (const secret of ["a", "b"]) reply(createOrJoin(world, ada, { secret, idleTimeoutSeconds: 10 }));
    expect(idleLobbies(world)).toEqual([]);
    const reads = [vi.spyOn(world.lobbies, "all"), vi.spyOn(world.lobbies, "get")];
    world.clock.advance(9_999);
    expect(idleLobbies(world)).toEqual([]);
    for (const spy of reads) expect(spy).not.toHaveBeenCalled();
  });

  it("an idle lobby is deleted after its timeout; one with a connected member stays", () => {
    const { world, ada } = cast();
    reply(createOrJoin(world, ada, { secret: "s", idleTimeoutSeconds: 10 }));
    openSession(world, callerOf(ada, "a"));
    world.clock.advance(60_000);
    expect(idleLobbies(world)).toEqual([]);
    closeSession(world, callerOf(ada, "a"));
    expect(idleLobbies(world)).toEqual([]);
    world.clock.advance(9_999);
    expect(idleLobbies(world)).toEqual([]);
    world.clock.advance(1);
    const idle = idleLobbies(world);
    expect(idle.flatMap((lobby) => eventNames(dissolve(world, lobby)))).toEqual(["LOBBY_DELETE"]);
  });
});

// Lobbies: by secret, and by the game's bot.
import { LobbyMemberFlag, type LobbyPayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { answer, drop, force, set } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const ADMIN = "platform/domain/rules/lobby/admin.ts";
const MEMBERSHIP = "platform/domain/rules/lobby/membership.ts";
const NO_OTHER = { own: "no other code is documented for it" };

const unknownLobby = (rest = "", body?: unknown): Failure => ({
  claim: "an unknown lobby",
  ask: () => ({ path: `/lobbies/1${rest}`, body }),
  verdict: [404, 10_031],
});
const noId = (rest = "", body?: unknown): Failure => ({
  claim: "a word in place of the lobby's id",
  ask: () => ({ path: `/lobbies/word${rest}`, body }),
  verdict: [400, 50_035],
  errors: ["lobby_id"],
});
const memberIds = (body: unknown): string[] => (body as LobbyPayload).members.map(({ id }) => id);

/** A lobby of the bot with Ada and the others. */
async function lobbyOfAda(scene: Scene, ...others: { id: string }[]): Promise<string> {
  const body = { members: [scene.ada, ...others].map(({ id }) => ({ id })) };
  const made = (await scene.must("bot", "POST", { path: "/lobbies", body })) as LobbyPayload;
  return `/lobbies/${made.id}`;
}

/** A lobby that Ada and Ben joined by its secret. */
async function sharedSecret(scene: Scene): Promise<{ lobby: string; secret: string }> {
  const lobby = `/lobbies/${await scene.secretLobby()}`;
  const secret = `room ${String(scene.number)}`;
  await scene.must(scene.ben, "PUT", { path: "/lobbies", body: { secret } });
  return { lobby, secret };
}

operation<LobbyPayload>(stage, "create_lobby", {
  change: set(ADMIN, "createLobby.lobby.members", []),
  ask: ({ ben }) => ({
    path: "/lobbies",
    body: {
      metadata: { mode: "duel" },
      members: [{ id: ben.id, flags: 1, metadata: { team: "red" } }],
      flags: 1,
    },
  }),
  seenBy: async ({ scene, body }) => {
    const { ben, applicationId } = scene;
    expect(await read(scene, "ben", `/lobbies/${body.id}`)).toMatchObject({
      status: 200,
      body: {
        application_id: applicationId,
        metadata: { mode: "duel" },
        members: [{ id: ben.id, flags: LobbyMemberFlag.CanLinkLobby, metadata: { team: "red" } }],
        flags: 1,
      },
    });
  },
  heard: ({ body }) => ({ ben: [["LOBBY_CREATE", { id: body.id, metadata: { mode: "duel" } }]] }),
  failures: [
    {
      claim: "an unknown member",
      ask: () => ({ path: "/lobbies", body: { members: [{ id: "1" }] } }),
      verdict: [404, 10_013],
    },
    {
      claim: "26 members, and an idle timeout below 5 s",
      ask: ({ ben }) => ({
        path: "/lobbies",
        body: { members: Array.from({ length: 26 }, () => ({ id: ben.id })), idle_timeout_seconds: 4 },
      }),
      verdict: [400, 50_035],
      errors: ["members", "idle_timeout_seconds"],
    },
    {
      claim: "a value of 1,025 characters, an idle timeout above a week, and half a flag",
      ask: () => ({
        path: "/lobbies",
        body: { metadata: { a: "x".repeat(1025) }, idle_timeout_seconds: 604_801, flags: 0.5 },
      }),
      verdict: [400, 50_035],
      errors: ["metadata.a", "idle_timeout_seconds", "flags"],
    },
  ],
  never: NO_OTHER,
});

operation<LobbyPayload>(stage, "create_or_join_lobby", {
  change: set(MEMBERSHIP, "joiningMember.metadata", null),
  ask: async (scene) => {
    const secret = `shared ${String(scene.number)}`;
    await scene.must(scene.ben, "PUT", { path: "/lobbies", body: { secret } });
    return { path: "/lobbies", body: { secret, member_metadata: { team: "red" } } };
  },
  seenBy: async ({ scene, body }) => {
    const { ada, ben } = scene;
    const seen = await read(scene, "ben", `/lobbies/${body.id}`);
    expect(seen.body).toMatchObject({ members: [{ id: ben.id }, { id: ada.id, metadata: { team: "red" } }] });
  },
  heard: ({ scene: { ada }, body }) => ({
    ada: [["LOBBY_CREATE", { id: body.id }]],
    ben: [
      ["LOBBY_MEMBER_ADD", { lobby_id: body.id, member: { user_id: ada.id, metadata: { team: "red" } } }],
    ],
  }),
  failures: [
    {
      claim: "a secret of 251 characters, and a number as metadata",
      ask: () => ({ path: "/lobbies", body: { secret: "s".repeat(251), member_metadata: { team: 7 } } }),
      verdict: [400, 50_035],
      errors: ["secret", "member_metadata.team"],
    },
    {
      claim: "an empty secret, and an idle timeout above a week",
      ask: () => ({ path: "/lobbies", body: { secret: "", idle_timeout_seconds: 604_801 } }),
      verdict: [400, 50_035],
      errors: ["secret", "idle_timeout_seconds"],
    },
    {
      claim: "a member of 100 lobbies",
      by: "eve",
      ask: async (scene) => {
        const secretOf = (at: number) => `room ${String(scene.number)}.${String(at)}`;
        for (let at = 0; at < 100; at += 1)
          await scene.must(scene.eve, "PUT", { path: "/lobbies", body: { secret: secretOf(at) } });
        return { path: "/lobbies", body: { secret: secretOf(100) } };
      },
      verdict: [400, 50_035],
      errors: ["lobby"],
    },
  ],
  never: { "404": "it names nothing that could be missing", ...NO_OTHER },
});

operation<LobbyPayload>(stage, "get_lobby", {
  row: "by the bot",
  change: drop(MEMBERSHIP, "getLobby", "missingAccess"),
  ask: async (scene) => {
    const path = `/lobbies/${await scene.lobby()}`;
    await scene.must("bot", "PATCH", { path, body: { metadata: { mode: "duel" } } });
    return { path };
  },
  seenBy: async ({ scene, asked, body }) => {
    expect(body).toMatchObject({ metadata: { mode: "duel" } });
    expect(memberIds(body)).toEqual([scene.ada.id, scene.ben.id]);
    expect((await read(scene, "ben", asked.path)).body).toEqual(body);
  },
  heard: "a read",
  failures: [unknownLobby(), noId()],
  never: NO_OTHER,
});

operation<LobbyPayload>(stage, "edit_lobby", {
  change: force(ADMIN, "applySettings", "metadata", true),
  ask: async (scene) => ({
    path: await lobbyOfAda(scene, scene.eve),
    body: { metadata: { mode: "duel" }, members: [{ id: scene.ada.id }, { id: scene.ben.id }] },
  }),
  seenBy: async ({ scene, asked }) => {
    const seen = await read(scene, "ada", asked.path);
    expect(seen.body).toMatchObject({ metadata: { mode: "duel" } });
    expect(memberIds(seen.body)).toEqual([scene.ada.id, scene.ben.id]);
    expect((await read(scene, "eve", asked.path)).status).toBe(403);
  },
  heard: ({ scene: { eve }, body: { id } }) => {
    const updated = ["LOBBY_UPDATE", { id, metadata: { mode: "duel" } }] as const;
    return {
      ada: [["LOBBY_MEMBER_REMOVE", { lobby_id: id, member: { user_id: eve.id } }], updated],
      ben: [["LOBBY_CREATE", { id }], updated],
    };
  },
  failures: [
    unknownLobby("", {}),
    noId("", {}),
    {
      claim: "an unknown member",
      ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}`, body: { members: [{ id: "1" }] } }),
      verdict: [404, 10_013],
    },
    {
      claim: "a flag that does not exist, and a member without an id",
      ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}`, body: { flags: 2, members: [{}] } }),
      verdict: [400, 50_035],
      errors: ["members.0.id", "flags"],
    },
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_lobby", {
  change: drop(MEMBERSHIP, "dissolve", "lobbies"),
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "ada", asked.path)).toMatchObject({ status: 404, body: { code: 10_031 } });
    // To delete it once more succeeds too.
    await scene.must("bot", "DELETE", asked);
  },
  heard: ({ asked }) => {
    const deleted = ["LOBBY_DELETE", { id: asked.path.split("/")[2], reason: "deleted" }] as const;
    return { ada: [deleted], ben: [deleted] };
  },
  failures: [noId()],
  never: NO_OTHER,
});

operation<undefined>(stage, "leave_lobby", {
  change: drop(MEMBERSHIP, "leaveLobby", "secret"),
  ask: async (scene) => ({ path: `${(await sharedSecret(scene)).lobby}/members/@me` }),
  seenBy: async ({ scene, asked }) => {
    const lobby = await read(scene, "ben", asked.path.replace("/members/@me", ""));
    expect(memberIds(lobby.body)).toEqual([scene.ben.id]);
  },
  heard: ({ scene: { ada }, asked }) => {
    const id = asked.path.split("/")[2];
    return {
      ada: [["LOBBY_DELETE", { id, reason: "removed" }]],
      ben: [["LOBBY_MEMBER_REMOVE", { lobby_id: id, member: { user_id: ada.id } }]],
    };
  },
  failures: [
    unknownLobby("/members/@me"),
    noId("/members/@me"),
    {
      claim: "a lobby of the bot",
      ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}/members/@me` }),
      verdict: [403, 50_001],
    },
  ],
  never: NO_OTHER,
});

operation<unknown[]>(stage, "bulk_update_lobby_members", {
  change: answer(ADMIN, "bulkMembers", "removeMember", []),
  seenBy: async ({ scene, asked, body }) => {
    const lobby = await read(scene, "ada", asked.path.replace("/members/bulk", ""));
    expect(memberIds(lobby.body)).toEqual([scene.ada.id, scene.eve.id]);
    expect(body).toEqual([{ id: scene.eve.id, metadata: null, flags: 0 }]);
  },
  heard: ({ scene: { ben, eve }, asked }) => {
    const id = asked.path.split("/")[2];
    const added = ["LOBBY_MEMBER_ADD", { lobby_id: id, member: { user_id: eve.id } }] as const;
    return {
      ada: [added, ["LOBBY_MEMBER_REMOVE", { lobby_id: id, member: { user_id: ben.id } }]],
      ben: [added, ["LOBBY_DELETE", { id, reason: "removed" }]],
    };
  },
  failures: [
    unknownLobby("/members/bulk", [{ id: "1" }]),
    noId("/members/bulk", [{ id: "1" }]),
    {
      claim: "an unknown user fails the whole list",
      ask: async (scene) => ({
        path: `${await lobbyOfAda(scene)}/members/bulk`,
        body: [{ id: scene.eve.id }, { id: "1" }],
      }),
      verdict: [404, 10_013],
    },
    ...[0, 26].map((count): Failure => ({
      claim: `${String(count)} members`,
      ask: async (scene) => ({
        path: `${await lobbyOfAda(scene)}/members/bulk`,
        body: Array<unknown>(count).fill({ id: scene.eve.id }),
      }),
      verdict: [400, 50_035],
      errors: [""],
    })),
    {
      claim: "a word in place of a user's id",
      ask: async (scene) => ({ path: `${await lobbyOfAda(scene)}/members/bulk`, body: [{ id: "word" }] }),
      verdict: [400, 50_035],
      errors: ["0.id"],
    },
  ],
  never: NO_OTHER,
});

operation(stage, "add_lobby_member", {
  change: set(ADMIN, "readMember.flags", 0),
  ask: async (scene) => ({
    path: `${await lobbyOfAda(scene)}/members/${scene.ben.id}`,
    body: { flags: 1, metadata: { team: "red" }, additional_name: "Red Ben" },
  }),
  seenBy: async ({ scene, asked, body }) => {
    const lobby = await read(scene, "ada", asked.path.replace(/\/members\/.*/, ""));
    const ben = { id: scene.ben.id, flags: 1, metadata: { team: "red" }, additional_name: "Red Ben" };
    expect(lobby.body).toMatchObject({ members: [{ id: scene.ada.id }, ben] });
    expect(body).toEqual(ben);
  },
  heard: ({ scene: { ben }, asked }) => {
    const id = asked.path.split("/")[2];
    return {
      ada: [["LOBBY_MEMBER_ADD", { lobby_id: id, member: { user_id: ben.id, flags: 1 } }]],
      ben: [["LOBBY_CREATE", { id }]],
    };
  },
  failures: [
    unknownLobby("/members/1", {}),
    noId("/members/1", {}),
    {
      claim: "an unknown user",
      ask: async (scene) => ({ path: `${await lobbyOfAda(scene)}/members/1`, body: {} }),
      verdict: [404, 10_013],
    },
    {
      claim: "a flag that does not exist, and an empty name",
      ask: async (scene) => ({
        path: `${await lobbyOfAda(scene)}/members/${scene.ben.id}`,
        body: { flags: 2, additional_name: "" },
      }),
      verdict: [400, 50_035],
      errors: ["flags", "additional_name"],
    },
    {
      claim: "a flag below 0, and a value of 1,025 characters",
      ask: async (scene) => ({
        path: `${await lobbyOfAda(scene)}/members/${scene.ben.id}`,
        body: { flags: -1, metadata: { a: "x".repeat(1025) } },
      }),
      verdict: [400, 50_035],
      errors: ["metadata.a", "flags"],
    },
  ],
  never: NO_OTHER,
});

operation<undefined>(stage, "delete_lobby_member", {
  change: answer(ADMIN, "kickMember", "removeMember", []),
  seenBy: async ({ scene, asked }) => {
    const lobby = await read(scene, "ada", asked.path.replace(/\/members\/.*/, ""));
    expect(memberIds(lobby.body)).toEqual([scene.ada.id]);
    // To remove a user who is no member succeeds too.
    await scene.must("bot", "DELETE", asked);
  },
  heard: ({ scene: { ben }, asked }) => {
    const id = asked.path.split("/")[2];
    return {
      ada: [["LOBBY_MEMBER_REMOVE", { lobby_id: id, member: { user_id: ben.id } }]],
      ben: [["LOBBY_DELETE", { id, reason: "removed" }]],
    };
  },
  failures: [
    unknownLobby("/members/1"),
    {
      claim: "a word in place of the user's id",
      ask: async (scene) => ({ path: `${await lobbyOfAda(scene)}/members/word` }),
      verdict: [400, 50_035],
      errors: ["user_id"],
    },
  ],
  never: NO_OTHER,
});

// Channels linked to lobbies, and invites into their servers.
import { LobbyMemberFlag, type LobbyPayload } from "sdkpp/wire";
import { expect } from "vitest";
import type { Scene } from "../../e2e/platform/authorization-scene.js";
import { drop } from "../change.js";
import { operation, read, type Failure } from "./operation.js";
import { idOf, server } from "./server.js";
import { stageHere } from "./stage.js";

const stage = stageHere();
const INVITES = "platform/domain/rules/lobby/invites.ts";
const NO_OTHER = { own: "no other code is documented for it" };

interface Invite {
  readonly code: string;
}

const unknownLobby = (rest: string, body?: unknown): Failure => ({
  claim: "an unknown lobby",
  ask: () => ({ path: `/lobbies/1${rest}`, body }),
  verdict: [404, 10_031],
});
const noId = (rest: string, body?: unknown): Failure => ({
  claim: "a word in place of the lobby's id",
  ask: () => ({ path: `/lobbies/word${rest}`, body }),
  verdict: [400, 50_035],
  errors: ["lobby_id"],
});
const unlinked = (rest: (scene: Scene) => string): Failure => ({
  claim: "a lobby without a linked channel",
  ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}${rest(scene)}` }),
  verdict: [400, 10_003],
});
const unknownInvite: Failure = {
  claim: "an unknown code",
  ask: () => ({ path: "/invites/nope" }),
  verdict: [404, 10_006],
};
const lobbyOf = (path: string): string => path.split("/").slice(0, 3).join("/");

/** The host's lobby with Ben and Ada, linked to a channel of a server that neither is in. */
const inLinked = (rest: (scene: Scene) => string) => async (scene: Scene) => ({
  path: `${(await scene.linkedLobby()).lobby}${rest(scene)}`,
});

operation<LobbyPayload>(stage, "edit_lobby_channel_link", {
  change: drop("platform/domain/rules/lobby/linking.ts", "linkLobby", "obstacle"),
  seenBy: async ({ scene, asked, body }) => {
    const { channel_id } = asked.body as { channel_id: string };
    expect(await read(scene, "bot", `/channels/${channel_id}`)).toMatchObject({
      status: 200,
      body: {
        linked_lobby: { lobby_id: body.id, application_id: scene.applicationId, linked_by: scene.ada.id },
      },
    });
    expect(await read(scene, "ben", lobbyOf(asked.path))).toMatchObject({
      body: { linked_channel: { id: channel_id } },
    });
  },
  heard: ({ scene: { ada }, asked, body: { id } }) => {
    const { channel_id } = asked.body as { channel_id: string };
    const updated = ["LOBBY_UPDATE", { id, linked_channel: { id: channel_id } }] as const;
    return {
      ada: [updated],
      ben: [updated],
      bot: [
        ["CHANNEL_UPDATE", { id: channel_id, linked_lobby: { lobby_id: id } }],
        // The notice in the channel.
        ["MESSAGE_CREATE", { channel_id, type: 49, author: { id: ada.id } }],
      ],
    };
  },
  failures: [
    unknownLobby("/channel-linking", {}),
    noId("/channel-linking", {}),
    {
      claim: "a member without the flag",
      by: "ben",
      ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}/channel-linking`, body: {} }),
      verdict: [403, 50_013],
    },
    {
      claim: "a server in which the member may not manage channels",
      ask: async (scene) => ({
        path: `/lobbies/${await scene.lobby()}/channel-linking`,
        body: { channel_id: idOf(server(scene).text) },
      }),
      verdict: [403, 50_013],
    },
    {
      claim: "an unknown channel",
      ask: async (scene) => ({
        path: `/lobbies/${await scene.lobby()}/channel-linking`,
        body: { channel_id: "1" },
      }),
      verdict: [404, 10_003],
    },
    {
      claim: "a voice channel",
      ask: async (scene) => {
        const { channels } = stage().platform.control.guilds.create({
          name: "Server",
          ownerId: scene.ada.id,
          channels: [{ name: "call", kind: "voice" }],
        });
        const body = { channel_id: channels[0]?.id };
        return { path: `/lobbies/${await scene.lobby()}/channel-linking`, body };
      },
      verdict: [400, 50_024],
    },
    {
      claim: "an age-restricted channel",
      ask: async (scene) => {
        const { channels } = stage().platform.control.guilds.create({
          name: "Server",
          ownerId: scene.ada.id,
          channels: [{ name: "text", kind: "text", nsfw: true }],
        });
        const body = { channel_id: channels[0]?.id };
        return { path: `/lobbies/${await scene.lobby()}/channel-linking`, body };
      },
      verdict: [400, 50_035],
      errors: ["channel_id"],
    },
    {
      claim: "a channel that is linked to another lobby",
      by: "host",
      ask: async (scene) => {
        const { channelId } = await scene.linkedLobby();
        const members = [{ id: scene.host.id, flags: LobbyMemberFlag.CanLinkLobby }];
        const { id } = (await scene.must("bot", "POST", {
          path: "/lobbies",
          body: { members },
        })) as LobbyPayload;
        return { path: `/lobbies/${id}/channel-linking`, body: { channel_id: channelId } };
      },
      verdict: [400, 50_035],
      errors: ["channel_id"],
    },
  ],
});

operation<Invite>(stage, "create_linked_lobby_guild_invite_for_self", {
  change: drop(INVITES, "inviteSelf", "memberOf"),
  ask: inLinked(() => "/members/@me/invites"),
  seenBy: async ({ scene, body }) => {
    expect(await read(scene, "nobody", `/invites/${body.code}`)).toMatchObject({
      status: 200,
      body: { target_user: { id: scene.ada.id }, max_age: 3600, max_uses: 1, uses: 0 },
    });
  },
  heard: ({ scene: { ada }, body: { code } }) => ({
    bot: [["INVITE_CREATE", { code, target_user: { id: ada.id } }]],
  }),
  failures: [
    unknownLobby("/members/@me/invites"),
    noId("/members/@me/invites"),
    unlinked(() => "/members/@me/invites"),
  ],
});

operation<Invite>(stage, "create_linked_lobby_guild_invite_for_user", {
  change: drop(INVITES, "inviteMember", "memberOf"),
  ask: inLinked(({ ben }) => `/members/${ben.id}/invites`),
  seenBy: async ({ scene, body }) => {
    const path = `/invites/${body.code}`;
    expect((await read(scene, "nobody", path)).body).toMatchObject({ target_user: { id: scene.ben.id } });
    expect(await stage().send(scene.ada.authorization, "POST", { path })).toMatchObject({ status: 404 });
    expect(await stage().send(scene.ben.authorization, "POST", { path })).toMatchObject({ status: 200 });
  },
  heard: ({ scene: { ben }, body: { code } }) => ({
    bot: [["INVITE_CREATE", { code, target_user: { id: ben.id } }]],
  }),
  failures: [
    unknownLobby("/members/1/invites"),
    noId("/members/1/invites"),
    {
      claim: "an unknown user",
      ask: inLinked(() => "/members/1/invites"),
      verdict: [404, 10_013],
    },
    {
      claim: "a user outside the lobby",
      ask: inLinked(({ eve }) => `/members/${eve.id}/invites`),
      verdict: [404, 10_007],
    },
    unlinked(({ ben }) => `/members/${ben.id}/invites`),
  ],
});

operation<Invite>(stage, "invite_resolve", {
  change: drop("platform/domain/views/guild/guild-invite.ts", "guildInviteView", "withCounts"),
  ask: async (scene) => ({ path: `${await scene.invite()}?with_counts=true` }),
  seenBy: async ({ scene, asked, body }) => {
    const [path = ""] = asked.path.split("?");
    expect(body).toMatchObject({
      type: 0,
      code: idOf(path),
      guild: { name: "Server" },
      channel: { type: 0, name: "text" },
      target_user: { id: scene.ada.id },
      approximate_member_count: 2,
      approximate_presence_count: 1,
    });
    await scene.must(scene.ada, "POST", { path });
    expect(await read(scene, "nobody", path)).toMatchObject({ status: 404, body: { code: 10_006 } });
  },
  heard: "a read",
  failures: [
    unknownInvite,
    {
      claim: "a word in place of a boolean",
      ask: async (scene) => ({ path: `${await scene.invite()}?with_counts=maybe` }),
      verdict: [400, 50_035],
      errors: ["with_counts"],
    },
  ],
  never: { "401": "the code is enough", "403": "the code is enough", ...NO_OTHER },
});

operation<Invite>(stage, "invite_revoke", {
  change: drop("platform/domain/rules/guild/invites.ts", "deleteInvite", "removeInvite"),
  seenBy: async ({ scene, asked }) => {
    expect(await read(scene, "nobody", asked.path)).toMatchObject({ status: 404, body: { code: 10_006 } });
    const accepted = await stage().send(scene.ada.authorization, "POST", asked);
    expect(accepted).toMatchObject({ status: 404, body: { code: 10_006 } });
  },
  heard: ({ asked }) => ({
    bot: [
      ["INVITE_DELETE", { code: idOf(asked.path) }],
      ["GUILD_AUDIT_LOG_ENTRY_CREATE", { action_type: 42 }],
    ],
  }),
  failures: [unknownInvite],
  never: { "50035": "a code may be any text, and there is no body", ...NO_OTHER },
});

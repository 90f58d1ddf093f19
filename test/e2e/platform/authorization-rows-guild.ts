// Rows about servers: what changes them, their members, roles and channels.
import { Permission } from "sdkpp/wire";
import type { Row, Verdict } from "./authorization-row.js";
import type { Scene } from "./authorization-scene.js";

const unknownGuild: Verdict = [404, 10_004];
const missingAccess: Verdict = [403, 50_001];
const ofChannelBot = { by: "bot", otherBot: missingAccess } as const;
const ofGuildBot = { by: "bot", otherBot: unknownGuild } as const;

/** In a server of the host with Ada. */
const inGuild = (rest: (scene: Scene, roleId: string) => string, body?: unknown) => (scene: Scene) => {
  const { id, roleId } = scene.guild(scene.host, [scene.ada]);
  return { path: `/guilds/${id}${rest(scene, roleId)}`, body };
};

/** A server in which Ada has one of two roles below the bot's. */
function staffed({ ada, host, botId, stage }: Scene) {
  const guild = stage.platform.control.createGuild({
    name: "Server",
    ownerId: host.id,
    memberIds: [ada.id, botId],
    roles: [
      { name: "player", permissions: 0n, memberIds: [ada.id] },
      { name: "guest", permissions: 0n },
      { name: "Bot", permissions: Permission.Administrator, memberIds: [botId] },
    ],
  });
  const [player, guest] = guild.roles ?? [];
  return { id: guild.id, player: player!.id, guest: guest!.id };
}

/** Ada, banned from a server. */
async function banned(scene: Scene) {
  const path = `/guilds/${scene.guild(scene.host, [scene.ada]).id}/bans/${scene.ada.id}`;
  await scene.must("bot", "PUT", { path, body: {} });
  return { path };
}

/** The game's bot is on a stage. @param who default: its id */
const onStage = (who?: string, body?: unknown) => async (scene: Scene) => {
  const { botId, host, stage } = scene;
  const guild = stage.platform.control.createGuild({
    name: "Theatre",
    ownerId: host.id,
    memberIds: [botId],
    everyone: Permission.Administrator,
    channels: [{ name: "stage", kind: "stage" }],
  });
  const socket = await stage.botSession(stage.bot);
  socket.send(4, { guild_id: guild.id, channel_id: guild.channels[0]!.id });
  await socket.event("VOICE_SERVER_UPDATE");
  return { path: `/guilds/${guild.id}/voice-states/${who ?? botId}`, body };
};

export const GUILD_ROWS: readonly Row[] = [
  {
    route: "PATCH /guilds/{guild.id}/members/@me",
    ...ofGuildBot,
    ask: inGuild(() => "/members/@me", { nick: "Steward" }),
  },
  {
    route: "PUT /guilds/{guild.id}/members/{user.id}",
    ...ofGuildBot,
    ask: (scene) => ({
      path: `/guilds/${scene.guild(scene.host).id}/members/${scene.ada.id}`,
      body: { access_token: scene.ada.authorization.replace("Bearer ", "") },
    }),
  },
  {
    route: "PATCH /guilds/{guild.id}/members/{user.id}",
    ...ofGuildBot,
    ask: inGuild(({ ada }) => `/members/${ada.id}`, { nick: "Countess" }),
  },
  {
    route: "DELETE /guilds/{guild.id}/members/{user.id}",
    ...ofGuildBot,
    ask: inGuild(({ ada }) => `/members/${ada.id}`),
  },
  {
    route: "PUT /guilds/{guild.id}/members/{user.id}/roles/{role.id}",
    ...ofGuildBot,
    ask: (scene) => {
      const { id, guest } = staffed(scene);
      return { path: `/guilds/${id}/members/${scene.ada.id}/roles/${guest}` };
    },
  },
  {
    route: "DELETE /guilds/{guild.id}/members/{user.id}/roles/{role.id}",
    ...ofGuildBot,
    ask: (scene) => {
      const { id, player } = staffed(scene);
      return { path: `/guilds/${id}/members/${scene.ada.id}/roles/${player}` };
    },
  },
  {
    route: "GET /users/@me/guilds/{guild.id}/member",
    by: "ada",
    ask: (scene) => ({ path: `/users/@me/guilds/${scene.guild(scene.host, [scene.ada]).id}/member` }),
    // A member is one in every game.
    otherPlayer: "allowed",
    stranger: unknownGuild,
  },
  {
    route: "DELETE /users/@me/guilds/{guild.id}",
    ...ofGuildBot,
    ask: (scene) => ({ path: `/users/@me/guilds/${scene.guild(scene.host).id}` }),
  },

  {
    route: "POST /guilds/{guild.id}/roles",
    ...ofGuildBot,
    ask: inGuild(() => "/roles", { name: "scout" }),
  },
  {
    route: "PATCH /guilds/{guild.id}/roles",
    ...ofGuildBot,
    ask: (scene) => {
      const { id, player } = staffed(scene);
      return { path: `/guilds/${id}/roles`, body: [{ id: player, position: 2 }] };
    },
  },
  {
    route: "PATCH /guilds/{guild.id}/roles/{role.id}",
    ...ofGuildBot,
    ask: (scene) => {
      const { id, player } = staffed(scene);
      return { path: `/guilds/${id}/roles/${player}`, body: { name: "knight" } };
    },
  },
  {
    route: "DELETE /guilds/{guild.id}/roles/{role.id}",
    ...ofGuildBot,
    ask: (scene) => {
      const { id, player } = staffed(scene);
      return { path: `/guilds/${id}/roles/${player}` };
    },
  },

  {
    route: "POST /guilds/{guild.id}/channels",
    ...ofGuildBot,
    ask: inGuild(() => "/channels", { name: "news" }),
  },
  {
    route: "PATCH /guilds/{guild.id}/channels",
    ...ofGuildBot,
    ask: (scene) => {
      const { id, channelId } = scene.guild(scene.host);
      return { path: `/guilds/${id}/channels`, body: [{ id: channelId, position: 5 }] };
    },
  },
  {
    route: "PATCH /channels/{channel.id}",
    ...ofChannelBot,
    ask: (scene) => ({ path: `/channels/${scene.guild(scene.host).channelId}`, body: { name: "news" } }),
  },
  {
    route: "DELETE /channels/{channel.id}",
    ...ofChannelBot,
    ask: (scene) => ({ path: `/channels/${scene.guild(scene.host).channelId}` }),
  },
  {
    route: "PUT /channels/{channel.id}/permissions/{overwrite.id}",
    ...ofChannelBot,
    ask: (scene) => {
      const { channelId, roleId } = scene.guild(scene.host);
      return { path: `/channels/${channelId}/permissions/${roleId}`, body: { type: 0, deny: "2048" } };
    },
  },
  {
    route: "DELETE /channels/{channel.id}/permissions/{overwrite.id}",
    ...ofChannelBot,
    ask: async (scene) => {
      const { channelId, roleId } = scene.guild(scene.host);
      const path = `/channels/${channelId}/permissions/${roleId}`;
      await scene.must("bot", "PUT", { path, body: { type: 0, deny: "2048" } });
      return { path };
    },
  },

  { route: "GET /guilds/{guild.id}/bans", ...ofGuildBot, ask: inGuild(() => "/bans") },
  { route: "GET /guilds/{guild.id}/bans/{user.id}", ...ofGuildBot, ask: banned },
  {
    route: "PUT /guilds/{guild.id}/bans/{user.id}",
    ...ofGuildBot,
    ask: inGuild(({ ada }) => `/bans/${ada.id}`, {}),
  },
  { route: "DELETE /guilds/{guild.id}/bans/{user.id}", ...ofGuildBot, ask: banned },
  {
    route: "POST /guilds/{guild.id}/bulk-ban",
    ...ofGuildBot,
    ask: (scene) => {
      const { id } = scene.guild(scene.host, [scene.ada]);
      return { path: `/guilds/${id}/bulk-ban`, body: { user_ids: [scene.ada.id] } };
    },
  },
  { route: "GET /guilds/{guild.id}/prune", ...ofGuildBot, ask: inGuild(() => "/prune") },
  {
    route: "POST /guilds/{guild.id}/prune",
    ...ofGuildBot,
    ask: inGuild(() => "/prune", { days: 1 }),
    // No member has been there for a day.
    isHeard: false,
  },

  { route: "GET /guilds/{guild.id}/voice-states/@me", ...ofGuildBot, ask: onStage("@me") },
  {
    route: "PATCH /guilds/{guild.id}/voice-states/@me",
    ...ofGuildBot,
    ask: onStage("@me", { suppress: true }),
  },
  { route: "GET /guilds/{guild.id}/voice-states/{user.id}", ...ofGuildBot, ask: onStage() },
  {
    route: "PATCH /guilds/{guild.id}/voice-states/{user.id}",
    ...ofGuildBot,
    ask: onStage(undefined, { suppress: true }),
  },
  { route: "GET /voice/regions", by: "bot", otherBot: "allowed", ask: () => ({ path: "/voice/regions" }) },
  { route: "GET /guilds/{guild.id}/regions", ...ofGuildBot, ask: inGuild(() => "/regions") },
  { route: "PATCH /guilds/{guild.id}", ...ofGuildBot, ask: inGuild(() => "", { name: "Other" }) },
];

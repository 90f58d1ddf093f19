// Rows about servers: what changes them, their members, roles and channels.
import { Permission } from "sdkpp/wire";
import { rowFor, type Row, type Verdict } from "./authorization-row.js";
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
  const guild = stage.platform.control.guilds.create({
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
  const guild = stage.platform.control.guilds.create({
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
  rowFor(
    ofGuildBot,
    "PATCH /guilds/{guild.id}/members/@me",
    inGuild(() => "/members/@me", { nick: "Steward" }),
  ),
  rowFor(ofGuildBot, "PUT /guilds/{guild.id}/members/{user.id}", (scene) => ({
    path: `/guilds/${scene.guild(scene.host).id}/members/${scene.ada.id}`,
    body: { access_token: scene.ada.authorization.replace("Bearer ", "") },
  })),
  rowFor(
    ofGuildBot,
    "PATCH /guilds/{guild.id}/members/{user.id}",
    inGuild(({ ada }) => `/members/${ada.id}`, { nick: "Countess" }),
  ),
  rowFor(
    ofGuildBot,
    "DELETE /guilds/{guild.id}/members/{user.id}",
    inGuild(({ ada }) => `/members/${ada.id}`),
  ),
  rowFor(ofGuildBot, "PUT /guilds/{guild.id}/members/{user.id}/roles/{role.id}", (scene) => {
    const { id, guest } = staffed(scene);
    return { path: `/guilds/${id}/members/${scene.ada.id}/roles/${guest}` };
  }),
  rowFor(ofGuildBot, "DELETE /guilds/{guild.id}/members/{user.id}/roles/{role.id}", (scene) => {
    const { id, player } = staffed(scene);
    return { path: `/guilds/${id}/members/${scene.ada.id}/roles/${player}` };
  }),
  {
    route: "GET /users/@me/guilds/{guild.id}/member",
    by: "ada",
    ask: (scene) => ({ path: `/users/@me/guilds/${scene.guild(scene.host, [scene.ada]).id}/member` }),
    // A member is one in every game.
    otherPlayer: "allowed",
    stranger: unknownGuild,
  },
  rowFor(ofGuildBot, "DELETE /users/@me/guilds/{guild.id}", (scene) => ({
    path: `/users/@me/guilds/${scene.guild(scene.host).id}`,
  })),

  rowFor(
    ofGuildBot,
    "POST /guilds/{guild.id}/roles",
    inGuild(() => "/roles", { name: "scout" }),
  ),
  rowFor(ofGuildBot, "PATCH /guilds/{guild.id}/roles", (scene) => {
    const { id, player } = staffed(scene);
    return { path: `/guilds/${id}/roles`, body: [{ id: player, position: 2 }] };
  }),
  rowFor(ofGuildBot, "PATCH /guilds/{guild.id}/roles/{role.id}", (scene) => {
    const { id, player } = staffed(scene);
    return { path: `/guilds/${id}/roles/${player}`, body: { name: "knight" } };
  }),
  rowFor(ofGuildBot, "DELETE /guilds/{guild.id}/roles/{role.id}", (scene) => {
    const { id, player } = staffed(scene);
    return { path: `/guilds/${id}/roles/${player}` };
  }),

  rowFor(
    ofGuildBot,
    "POST /guilds/{guild.id}/channels",
    inGuild(() => "/channels", { name: "news" }),
  ),
  rowFor(ofGuildBot, "PATCH /guilds/{guild.id}/channels", (scene) => {
    const { id, channelId } = scene.guild(scene.host);
    return { path: `/guilds/${id}/channels`, body: [{ id: channelId, position: 5 }] };
  }),
  rowFor(ofChannelBot, "PATCH /channels/{channel.id}", (scene) => ({
    path: `/channels/${scene.guild(scene.host).channelId}`,
    body: { name: "news" },
  })),
  rowFor(ofChannelBot, "DELETE /channels/{channel.id}", (scene) => ({
    path: `/channels/${scene.guild(scene.host).channelId}`,
  })),
  rowFor(ofChannelBot, "PUT /channels/{channel.id}/permissions/{overwrite.id}", (scene) => {
    const { channelId, roleId } = scene.guild(scene.host);
    return { path: `/channels/${channelId}/permissions/${roleId}`, body: { type: 0, deny: "2048" } };
  }),
  rowFor(ofChannelBot, "DELETE /channels/{channel.id}/permissions/{overwrite.id}", async (scene) => {
    const { channelId, roleId } = scene.guild(scene.host);
    const path = `/channels/${channelId}/permissions/${roleId}`;
    await scene.must("bot", "PUT", { path, body: { type: 0, deny: "2048" } });
    return { path };
  }),

  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/bans",
    inGuild(() => "/bans"),
  ),
  rowFor(ofGuildBot, "GET /guilds/{guild.id}/bans/{user.id}", banned),
  rowFor(
    ofGuildBot,
    "PUT /guilds/{guild.id}/bans/{user.id}",
    inGuild(({ ada }) => `/bans/${ada.id}`, {}),
  ),
  rowFor(ofGuildBot, "DELETE /guilds/{guild.id}/bans/{user.id}", banned),
  rowFor(ofGuildBot, "POST /guilds/{guild.id}/bulk-ban", (scene) => {
    const { id } = scene.guild(scene.host, [scene.ada]);
    return { path: `/guilds/${id}/bulk-ban`, body: { user_ids: [scene.ada.id] } };
  }),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/prune",
    inGuild(() => "/prune"),
  ),
  {
    route: "POST /guilds/{guild.id}/prune",
    ...ofGuildBot,
    ask: inGuild(() => "/prune", { days: 1 }),
    // No member has been there for a day.
    isHeard: false,
  },

  rowFor(ofGuildBot, "GET /guilds/{guild.id}/voice-states/@me", onStage("@me")),
  rowFor(ofGuildBot, "PATCH /guilds/{guild.id}/voice-states/@me", onStage("@me", { suppress: true })),
  rowFor(ofGuildBot, "GET /guilds/{guild.id}/voice-states/{user.id}", onStage()),
  rowFor(
    ofGuildBot,
    "PATCH /guilds/{guild.id}/voice-states/{user.id}",
    onStage(undefined, { suppress: true }),
  ),
  { route: "GET /voice/regions", by: "bot", otherBot: "allowed", ask: () => ({ path: "/voice/regions" }) },
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/regions",
    inGuild(() => "/regions"),
  ),
  rowFor(
    ofGuildBot,
    "PATCH /guilds/{guild.id}",
    inGuild(() => "", { name: "Other" }),
  ),
];

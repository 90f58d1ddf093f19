import { rowFor, type Row, type Verdict } from "./authorization-row.js";
import { EXPRESSION_ROWS } from "./authorization-rows-expression.js";
import { STICKER_ROWS } from "./authorization-rows-sticker.js";
import { GUILD_ROWS } from "./authorization-rows-guild.js";
import { AUTO_MODERATION_ROWS } from "./authorization-rows-auto-moderation.js";
import { SCHEDULED_EVENT_ROWS } from "./authorization-rows-scheduled-event.js";
import { STAGE_INSTANCE_ROWS } from "./authorization-rows-stage-instance.js";
import { SOUNDBOARD_ROWS } from "./authorization-rows-soundboard.js";
import { ANNOUNCEMENT_ROWS } from "./authorization-rows-announcement.js";
import { APPLICATION_ROWS } from "./authorization-rows-application.js";
import { COMMAND_ROWS } from "./authorization-rows-command.js";
import { INTERACTION_ROWS } from "./authorization-rows-interaction.js";
import { INVITE_ROWS } from "./authorization-rows-invite.js";
import { MONETISATION_ROWS } from "./authorization-rows-monetisation.js";
import { PROVISIONAL_ROWS } from "./authorization-rows-provisional.js";
import { MESSAGE_ROWS } from "./authorization-rows-messages.js";
import { THREAD_ROWS } from "./authorization-rows-thread.js";
import { WEBHOOK_ROWS } from "./authorization-rows-webhook.js";
import type { Asked, Scene } from "./authorization-scene.js";

export type { Row, Verdict } from "./authorization-row.js";

const unauthorizedApplication: Verdict = [404, 10_002];
const unknownChannel: Verdict = [404, 10_003];
const unknownGuild: Verdict = [404, 10_004];
const unknownSession: Verdict = [404, 10_020];
const unknownUser: Verdict = [404, 10_013];
const unknownLobby: Verdict = [404, 10_031];
const missingAccess: Verdict = [403, 50_001];
const othersMessage: Verdict = [403, 50_005];
const cannotMessage: Verdict = [403, 50_007];
const missingPermissions: Verdict = [403, 50_013];
const noMutualGuild: Verdict = [403, 50_278];
const invalidForm: Verdict = [400, 50_035];
const invalidAction: Verdict = [400, 50_039];
const blockedRequest: Verdict = [403, 80_001];
const withoutEffect: Verdict = [204];

/** Routes about the caller's own data. */
const ownOfAda = { by: "ada", otherPlayer: "allowed", stranger: "allowed" } as const;
const ofLobbyMembers = { by: "ada", otherPlayer: unknownLobby, stranger: missingAccess } as const;
const ofLobbyBot = { by: "bot", otherBot: unknownLobby } as const;
const ofGuildBot = { by: "bot", otherBot: unknownGuild } as const;
const ofChannelBot = { by: "bot", otherBot: missingAccess } as const;
const open = { by: "nobody" } as const;

const friends = (path: (scene: Scene) => string, body?: unknown) => (scene: Scene) => {
  scene.befriend();
  return { path: path(scene), body };
};
const inGuild = (rest: (scene: Scene, roleId: string) => string) => (scene: Scene) => {
  const { id, roleId } = scene.guild(scene.host, [scene.ada]);
  return { path: `/guilds/${id}${rest(scene, roleId)}` };
};

const HEADLESS = "/users/@me/headless-sessions";
const played = ({ applicationId }: Scene): object => ({
  type: 0,
  name: "Board Game",
  application_id: applicationId,
  platform: "desktop",
});

export const ROWS: readonly Row[] = [
  ...APPLICATION_ROWS,
  ...COMMAND_ROWS,
  ...INTERACTION_ROWS,
  ...MONETISATION_ROWS,
  ...WEBHOOK_ROWS,
  ...INVITE_ROWS,
  { route: "GET /users/@me", ...ownOfAda, otherBot: "allowed", ask: () => ({ path: "/users/@me" }) },
  {
    route: "GET /users/{user.id}",
    by: "ada",
    ask: friends(({ ben }) => `/users/${ben.id}`),
    // Platform friends are friends in every game, and bots see all users.
    otherPlayer: "allowed",
    otherBot: "allowed",
    stranger: unknownUser,
    blocked: unknownUser,
  },

  rowFor(
    ownOfAda,
    "GET /users/@me/relationships",
    friends(() => "/users/@me/relationships"),
  ),
  {
    route: "POST /users/@me/relationships",
    ...ownOfAda,
    ask: ({ ben }) => ({ path: "/users/@me/relationships", body: { username: ben.name } }),
    blocked: blockedRequest,
  },
  {
    route: "PUT /users/@me/relationships/{user.id}",
    ...ownOfAda,
    ask: ({ ben }) => ({ path: `/users/@me/relationships/${ben.id}`, body: {} }),
    blocked: blockedRequest,
  },
  {
    route: "PUT /users/@me/relationships/{user.id}",
    claim: "to block",
    ...ownOfAda,
    ask: friends(({ ben }) => `/users/@me/relationships/${ben.id}`, { type: 2 }),
    blocked: "allowed",
  },
  {
    route: "DELETE /users/@me/relationships/{user.id}",
    ...ownOfAda,
    ask: friends(({ ben }) => `/users/@me/relationships/${ben.id}`),
    stranger: withoutEffect,
    // Only its owner can lift a block.
    blocked: withoutEffect,
  },
  rowFor(ownOfAda, "GET /users/@me/game-relationships", () => ({ path: "/users/@me/game-relationships" })),
  {
    route: "POST /users/@me/game-relationships",
    ...ownOfAda,
    ask: ({ ben }) => ({ path: "/users/@me/game-relationships", body: { username: ben.name } }),
    // Ben does not play the other game.
    otherPlayer: [400, 80_004],
    blocked: blockedRequest,
  },
  {
    route: "PUT /users/@me/game-relationships/{user.id}",
    ...ownOfAda,
    ask: ({ ben }) => ({ path: `/users/@me/game-relationships/${ben.id}`, body: {} }),
    otherPlayer: unknownUser,
    blocked: blockedRequest,
  },
  {
    route: "DELETE /users/@me/game-relationships/{user.id}",
    by: "ada",
    ask: (scene) => {
      scene.befriendInGame();
      return { path: `/users/@me/game-relationships/${scene.ben.id}` };
    },
    otherPlayer: withoutEffect,
    stranger: withoutEffect,
    blocked: withoutEffect,
  },

  {
    route: "POST /lobbies",
    by: "bot",
    ask: ({ ben }) => ({ path: "/lobbies", body: { members: [{ id: ben.id }] } }),
    otherBot: "allowed",
  },
  {
    route: "PUT /lobbies",
    ...ownOfAda,
    // In another game the same secret is another lobby.
    ask: ({ number }) => ({ path: "/lobbies", body: { secret: `own ${String(number)}` } }),
  },
  {
    route: "GET /lobbies/{lobby.id}",
    ...ofLobbyMembers,
    otherBot: unknownLobby,
    ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}` }),
  },
  {
    route: "GET /lobbies/{lobby.id}",
    claim: "by the bot",
    ...ofLobbyBot,
    otherPlayer: unknownLobby,
    stranger: missingAccess,
    ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}` }),
  },
  rowFor(ofLobbyBot, "PATCH /lobbies/{lobby.id}", async (scene) => ({
    path: `/lobbies/${await scene.lobby()}`,
    body: { metadata: { a: "b" } },
  })),
  rowFor(ofLobbyBot, "DELETE /lobbies/{lobby.id}", async (scene) => ({
    path: `/lobbies/${await scene.lobby()}`,
  })),
  rowFor(ofLobbyBot, "PUT /lobbies/{lobby.id}/members/{user.id}", async (scene) => ({
    path: `/lobbies/${await scene.lobby()}/members/${scene.eve.id}`,
    body: {},
  })),
  rowFor(ofLobbyBot, "POST /lobbies/{lobby.id}/members/bulk", async (scene) => ({
    path: `/lobbies/${await scene.lobby()}/members/bulk`,
    body: [{ id: scene.eve.id }, { id: scene.ben.id, remove_member: true }],
  })),
  {
    route: "DELETE /lobbies/{lobby.id}/members/@me",
    by: "ada",
    ask: async (scene) => ({ path: `/lobbies/${await scene.secretLobby()}/members/@me` }),
    otherPlayer: unknownLobby,
    // Users outside a lobby do not learn whether it exists.
    stranger: unknownLobby,
  },
  rowFor(ofLobbyBot, "DELETE /lobbies/{lobby.id}/members/{user.id}", async (scene) => ({
    path: `/lobbies/${await scene.lobby()}/members/${scene.ben.id}`,
  })),

  {
    route: "PATCH /lobbies/{lobby.id}/channel-linking",
    ...ofLobbyMembers,
    // He lacks the flag.
    fellow: missingPermissions,
    ask: async (scene) => {
      const body = { channel_id: scene.guild(scene.ada).channelId };
      return { path: `/lobbies/${await scene.lobby()}/channel-linking`, body };
    },
  },
  {
    route: "DELETE /channels/{channel.id}/linked-lobby",
    by: "bot",
    ask: async (scene) => ({ path: `/channels/${(await scene.linkedLobby()).channelId}/linked-lobby` }),
    otherBot: missingPermissions,
    // A member of the lobby, who is not in the server.
    otherPlayer: missingPermissions,
    stranger: missingPermissions,
  },
  rowFor(ofLobbyMembers, "POST /lobbies/{lobby.id}/members/@me/invites", async (scene) => ({
    path: `${(await scene.linkedLobby()).lobby}/members/@me/invites`,
  })),
  rowFor(ofLobbyBot, "POST /lobbies/{lobby.id}/members/{user.id}/invites", async (scene) => ({
    path: `${(await scene.linkedLobby()).lobby}/members/${scene.ben.id}/invites`,
  })),

  {
    route: "POST /lobbies/{lobby.id}/messages",
    ...ofLobbyMembers,
    ask: async (scene) => ({ path: `/lobbies/${await scene.lobby()}/messages`, body: { content: "hello" } }),
    // They are still in it together.
    blocked: "allowed",
  },
  rowFor(ofLobbyMembers, "GET /lobbies/{lobby.id}/messages", async (scene) => ({
    path: `/lobbies/${await scene.lobby()}/messages`,
  })),
  {
    route: "PATCH /lobbies/{lobby.id}/messages/{message.id}",
    ...ofLobbyMembers,
    fellow: othersMessage,
    ask: async (scene) => ({ path: await scene.lobbyMessage(), body: { content: "changed" } }),
  },
  {
    route: "DELETE /lobbies/{lobby.id}/messages/{message.id}",
    ...ofLobbyMembers,
    fellow: missingPermissions,
    ask: async (scene) => ({ path: await scene.lobbyMessage() }),
  },
  rowFor(ofLobbyBot, "PUT /lobbies/{lobby.id}/messages/{message.id}/moderation-metadata", async (scene) => ({
    path: `${await scene.lobbyMessage()}/moderation-metadata`,
    body: { a: "b" },
  })),

  {
    route: "POST /users/{user.id}/messages",
    by: "ada",
    ask: friends(({ ben }) => `/users/${ben.id}/messages`, { content: "hello" }),
    otherPlayer: "allowed",
    stranger: noMutualGuild,
    blocked: cannotMessage,
  },
  {
    route: "GET /users/{user.id}/messages",
    by: "ada",
    ask: async (scene) => {
      await scene.directMessage();
      return { path: `/users/${scene.ben.id}/messages` };
    },
    // Ben has not authorized the other game.
    otherPlayer: unknownChannel,
    stranger: unknownChannel,
    blocked: "allowed",
  },
  {
    route: "PATCH /users/{user.id}/messages/{message.id}",
    by: "ada",
    fellow: othersMessage,
    ask: async (scene) => ({
      path: `/users/${scene.ben.id}/messages/${await scene.directMessage()}`,
      body: { content: "changed" },
    }),
    otherPlayer: "allowed",
    stranger: unknownChannel,
    blocked: cannotMessage,
  },
  {
    route: "DELETE /users/{user.id}/messages/{message.id}",
    by: "ada",
    fellow: missingPermissions,
    ask: async (scene) => ({ path: `/users/${scene.ben.id}/messages/${await scene.directMessage()}` }),
    otherPlayer: "allowed",
    stranger: unknownChannel,
    blocked: "allowed",
  },
  rowFor(ownOfAda, "GET /partner-sdk/users/@me/channels", () => ({
    path: "/partner-sdk/users/@me/channels",
  })),
  {
    route: "GET /users/@me/dms/{user.id}",
    by: "ada",
    ask: async (scene) => {
      await scene.directMessage();
      return { path: `/users/@me/dms/${scene.ben.id}` };
    },
    otherPlayer: "allowed",
    otherBot: unknownChannel,
    stranger: unknownChannel,
    blocked: "allowed",
  },
  {
    route: "PUT /partner-sdk/dms/{first.id}/{second.id}/messages/{message.id}/moderation-metadata",
    by: "bot",
    ask: async (scene) => {
      const message = await scene.directMessage();
      const path = `/partner-sdk/dms/${scene.ada.id}/${scene.ben.id}/messages/${message}/moderation-metadata`;
      return { path, body: { a: "b" } };
    },
    otherBot: [404, 10_008],
  },

  {
    route: "POST /users/@me/headless-sessions",
    by: "ada",
    otherPlayer: invalidForm,
    stranger: "allowed",
    ask: (scene) => ({ path: HEADLESS, body: { activities: [played(scene)] } }),
  },
  {
    route: "POST /users/@me/headless-sessions/delete",
    by: "ada",
    otherPlayer: unknownSession,
    stranger: unknownSession,
    ask: async (scene) => {
      const body = { activities: [played(scene)] };
      const { token } = (await scene.must(scene.ada, "POST", { path: HEADLESS, body })) as { token: string };
      return { path: `${HEADLESS}/delete`, body: { token } };
    },
  },
  {
    route: "GET /users/{user.id}/sessions/{session.id}/activities/{application.id}/{action}",
    by: "ada",
    fellow: invalidAction,
    ask: async (scene) => ({ path: await scene.activitySecret() }),
    // Ada's other sessions are notified that she has accepted.
    isHeard: true,
    otherPlayer: invalidAction,
    stranger: invalidAction,
    blocked: invalidAction,
  },

  {
    route: "GET /applications/{application.id}/disclosures",
    ...ownOfAda,
    ask: ({ applicationId }) => ({ path: `/applications/${applicationId}/disclosures` }),
    otherPlayer: unauthorizedApplication,
  },
  {
    route: "POST /applications/{application.id}/disclosures",
    ...ownOfAda,
    ask: ({ applicationId }) => ({
      path: `/applications/${applicationId}/disclosures`,
      body: { disclosures: [3] },
    }),
    otherPlayer: unauthorizedApplication,
  },

  {
    route: "GET /users/@me/guilds",
    ...ownOfAda,
    otherBot: "allowed",
    ask: () => ({ path: "/users/@me/guilds" }),
  },
  {
    route: "GET /guilds/{guild.id}/channels",
    by: "ada",
    ask: inGuild(() => "/channels"),
    // Ada is a member in every game.
    otherPlayer: "allowed",
    otherBot: unknownGuild,
    stranger: unknownGuild,
  },
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}",
    inGuild(() => ""),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/members",
    inGuild(() => "/members"),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/members/search",
    inGuild(() => "/members/search?query=a"),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/members/{user.id}",
    inGuild(({ ada }) => `/members/${ada.id}`),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/audit-logs",
    inGuild(() => "/audit-logs"),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/roles",
    inGuild(() => "/roles"),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/roles/member-counts",
    inGuild(() => "/roles/member-counts"),
  ),
  rowFor(
    ofGuildBot,
    "GET /guilds/{guild.id}/roles/{role.id}",
    inGuild((_scene, roleId) => `/roles/${roleId}`),
  ),
  ...EXPRESSION_ROWS,
  ...STICKER_ROWS,
  ...SOUNDBOARD_ROWS,
  ...AUTO_MODERATION_ROWS,
  ...SCHEDULED_EVENT_ROWS,
  ...STAGE_INSTANCE_ROWS,
  ...PROVISIONAL_ROWS,
  ...THREAD_ROWS,
  ...GUILD_ROWS,

  {
    route: "POST /users/@me/channels",
    by: "bot",
    ask: (scene) => {
      scene.guild(scene.ben);
      return { path: "/users/@me/channels", body: { recipient_id: scene.ben.id } };
    },
    otherBot: noMutualGuild,
    blocked: cannotMessage,
  },
  rowFor(ofChannelBot, "GET /channels/{channel.id}", async (scene) => ({
    path: (await scene.channelMessage()).channel,
  })),
  rowFor(ofChannelBot, "POST /channels/{channel.id}/messages", async (scene) => ({
    path: (await scene.channelMessage()).messages,
    body: { content: "hello" },
  })),
  {
    route: "POST /channels/{channel.id}/messages",
    claim: "in a conversation",
    ...ofChannelBot,
    ask: async (scene) => ({ path: `${await scene.botConversation()}/messages`, body: { content: "hello" } }),
    blocked: cannotMessage,
  },
  rowFor(ofChannelBot, "GET /channels/{channel.id}/messages", async (scene) => ({
    path: (await scene.channelMessage()).messages,
  })),
  rowFor(ofChannelBot, "GET /channels/{channel.id}/messages/{message.id}", async (scene) => ({
    path: (await scene.channelMessage()).message,
  })),
  rowFor(ofChannelBot, "PATCH /channels/{channel.id}/messages/{message.id}", async (scene) => ({
    path: (await scene.channelMessage()).message,
    body: { content: "changed" },
  })),
  rowFor(ofChannelBot, "DELETE /channels/{channel.id}/messages/{message.id}", async (scene) => ({
    path: (await scene.channelMessage()).message,
  })),
  rowFor(ofChannelBot, "POST /channels/{channel.id}/messages/bulk-delete", async (scene) => {
    const { messages, id } = await scene.channelMessage();
    const more = (await scene.must("bot", "POST", {
      path: messages,
      body: { content: "more" },
    })) as Asked & {
      id: string;
    };
    return { path: `${messages}/bulk-delete`, body: { messages: [id, more.id] } };
  }),
  rowFor(ofChannelBot, "PUT /channels/{channel.id}/voice-status", (scene) => ({
    path: `/channels/${scene.guild(scene.host).voiceId}/voice-status`,
    body: { status: "raid at eight" },
  })),
  {
    route: "POST /channels/{channel.id}/typing",
    ...ofChannelBot,
    ask: async (scene) => ({ path: `${(await scene.channelMessage()).channel}/typing` }),
    // The bot that types is not notified, and there is no other bot.
    isHeard: false,
    // No scope gives access to a server's channels.
    otherPlayer: missingAccess,
    stranger: missingAccess,
  },
  {
    route: "POST /channels/{channel.id}/typing",
    claim: "in a conversation",
    by: "ada",
    ask: async (scene) => ({ path: `/channels/${await scene.conversation()}/typing` }),
    // Players' sessions do not request the intent.
    isHeard: false,
    otherPlayer: "allowed",
    otherBot: missingAccess,
    stranger: missingAccess,
    blocked: cannotMessage,
  },

  rowFor(open, "GET /invites/{invite.code}", async (scene) => ({ path: await scene.invite() })),
  {
    route: "POST /invites/{invite.code}",
    by: "ada",
    fellow: [404, 10_006],
    ask: async (scene) => ({ path: await scene.invite() }),
    // The other game's bot is not in the server.
    otherPlayer: missingAccess,
    stranger: [404, 10_006],
  },
  {
    route: "DELETE /invites/{invite.code}",
    by: "bot",
    ask: async (scene) => ({ path: await scene.invite() }),
    otherBot: missingPermissions,
  },

  rowFor(open, "GET /gateway", () => ({ path: "/gateway" })),
  { route: "GET /gateway/bot", by: "bot", otherBot: "allowed", ask: () => ({ path: "/gateway/bot" }) },
  rowFor(ownOfAda, "GET /oauth2/@me", () => ({ path: "/oauth2/@me" })),

  {
    route: "GET /applications/{application.id}/users/{user.id}/identities/{external.id}/profile",
    by: "bot",
    ask: (scene) => ({ path: scene.profile() }),
    otherBot: unauthorizedApplication,
  },
  {
    route: "PATCH /applications/{application.id}/users/{user.id}/identities/{external.id}/profile",
    by: "bot",
    ask: (scene) => ({ path: scene.profile(), body: { username: "Knight" } }),
    otherBot: unauthorizedApplication,
  },
  {
    route: "GET /users/{user.id}/application-identities",
    ...ownOfAda,
    ask: ({ ben }) => ({ path: `/users/${ben.id}/application-identities` }),
    blocked: "allowed",
  },
  {
    route: "POST /application-identities",
    ...ownOfAda,
    ask: ({ ben }) => ({ path: "/application-identities", body: { user_ids: [ben.id] } }),
    isHeard: false,
  },

  {
    route: "PUT /voice/public-keys",
    by: "ada",
    ask: (scene) => ({ path: "/voice/public-keys", body: scene.voiceKey() }),
    // The key is signed for Ada's login alone.
    otherPlayer: invalidForm,
    stranger: invalidForm,
  },
  {
    route: "POST /voice/{user.id}/match-public-key",
    ...ownOfAda,
    otherBot: "allowed",
    blocked: "allowed",
    isHeard: false,
    ask: (scene) => {
      const { key_version, public_key } = scene.voiceKey();
      return { path: `/voice/${scene.ben.id}/match-public-key`, body: { key_version, public_key } };
    },
  },

  ...ANNOUNCEMENT_ROWS,
  ...MESSAGE_ROWS,

  rowFor(open, "POST /partner-sdk/child-token", ({ ada, stage }) => {
    const { control } = stage.platform;
    const [parent, child] = ["Publisher", "Game"].map((name) => control.applications.create({ name }).id);
    control.applications.setParent(child!, parent!);
    const { access_token } = control.tokens.issue(parent!, ada.id, "openid identify");
    return {
      path: "/partner-sdk/child-token",
      body: { parent_access_token: access_token, child_application_id: child },
    };
  }),
  rowFor(open, "GET /auth/fingerprint", () => ({ path: "/auth/fingerprint" })),
  { route: "POST /science", ...open, isHeard: false, ask: () => ({ path: "/science" }) },
];

/** The row of a route. @param claim of a route that has several @throws {Error} when there is none */
export function rowOf(route: string, claim?: string): Row {
  const row = ROWS.find((one) => one.route === route && one.claim === claim);
  if (row === undefined) throw new Error(`the authorization matrix has no row ${route} ${claim ?? ""}`);
  return row;
}

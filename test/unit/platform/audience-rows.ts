import type { Place } from "./audience-probe.js";

/** Intents, each of which is enough; scopes of OAuth sessions, each of which is enough; scopes that exclude. */
export type AudienceRow = readonly [
  event: string,
  place: Place,
  intents: readonly string[],
  scopes?: readonly string[],
  not?: readonly string[],
];

const guild = (intent: string, scopes: readonly string[], ...events: string[]): AudienceRow[] =>
  events.map((event) => [event, "guild", [intent], scopes]);
const elsewhere = (intent: string, scopes: readonly string[], ...events: string[]): AudienceRow[] =>
  events.map((event) => [event, "elsewhere", [intent], scopes]);

const IDENTITY = ["UserRelationships", "UserPresence", "Lobbies"];
const REACTIONS = ["ADD", "REMOVE", "REMOVE_EMOJI", "REMOVE_ALL"].map((deed) => `MESSAGE_REACTION_${deed}`);
const POLLS = ["MESSAGE_POLL_VOTE_ADD", "MESSAGE_POLL_VOTE_REMOVE"];
const LOBBY_DEEDS = ["CREATE", "UPDATE", "MEMBER_ADD", "MEMBER_UPDATE", "MEMBER_REMOVE", "MEMBER_CONNECT"];

/** Demands of each event of the platform of a session that it could reach, written by hand from the wire reference. */
export const AUDIENCE_ROWS: readonly AudienceRow[] = [
  ["GUILD_DELETE", "guild", ["Guilds", "GuildNamesOnly"], ["guilds"]],
  ...guild("Guilds", ["guilds"], "GUILD_CREATE", "GUILD_UPDATE"),
  ...guild("Guilds", ["guilds"], "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE"),
  ...guild("Guilds", ["guilds"], "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "CHANNEL_PINS_UPDATE"),
  ...guild("Guilds", ["guilds"], "VOICE_CHANNEL_STATUS_UPDATE", "VOICE_CHANNEL_START_TIME_UPDATE"),
  ...guild("GuildVoiceStates", ["voice", "guilds"], "VOICE_STATE_UPDATE"),
  ...guild("GuildMembers", [], "GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"),
  ...guild("GuildModeration", [], "GUILD_BAN_ADD", "GUILD_BAN_REMOVE", "GUILD_AUDIT_LOG_ENTRY_CREATE"),
  ...guild("GuildExpressions", [], "GUILD_EMOJIS_UPDATE", "GUILD_STICKERS_UPDATE"),
  ...guild(
    "GuildExpressions",
    [],
    ...["CREATE", "UPDATE", "DELETE"].map((deed) => `GUILD_SOUNDBOARD_SOUND_${deed}`),
  ),
  ...guild("GuildVoiceStates", [], "VOICE_CHANNEL_EFFECT_SEND"),
  ...guild(
    "GuildScheduledEvents",
    [],
    ...["CREATE", "UPDATE", "DELETE", "USER_ADD", "USER_REMOVE"].map(
      (deed) => `GUILD_SCHEDULED_EVENT_${deed}`,
    ),
  ),
  ...guild(
    "AutoModerationConfiguration",
    [],
    ...["CREATE", "UPDATE", "DELETE"].map((deed) => `AUTO_MODERATION_RULE_${deed}`),
  ),
  ...guild("AutoModerationExecution", [], "AUTO_MODERATION_ACTION_EXECUTION"),
  ...guild("Guilds", [], ...["CREATE", "UPDATE", "DELETE"].map((deed) => `STAGE_INSTANCE_${deed}`)),
  ...guild("Guilds", [], "THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"),
  ...guild("Guilds", [], "THREAD_LIST_SYNC", "THREAD_MEMBER_UPDATE"),
  ...guild("GuildMembers", [], "THREAD_MEMBERS_UPDATE"),
  ...guild("GuildWebhooks", [], "WEBHOOKS_UPDATE"),
  ...guild("GuildInvites", [], "INVITE_CREATE", "INVITE_DELETE"),
  ...guild("GuildPresences", [], "PRESENCE_UPDATE"),
  ...guild("GuildMessages", [], "MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"),
  ...guild("GuildMessageReactions", [], ...REACTIONS),
  ...guild("GuildMessagePolls", [], ...POLLS),
  ...guild("GuildMessageTyping", [], "TYPING_START"),

  ...elsewhere(
    "DirectMessages",
    ["dm_channels.messages.read"],
    "MESSAGE_CREATE",
    "MESSAGE_UPDATE",
    "MESSAGE_DELETE",
    "CHANNEL_PINS_UPDATE",
  ),
  ...elsewhere("DirectMessageReactions", [], ...REACTIONS),
  ...elsewhere("DirectMessagePolls", [], ...POLLS),
  ...elsewhere("DirectMessageTyping", ["dm_channels.messages.read"], "TYPING_START"),
  ...elsewhere("PrivateChannels", ["dm_channels.read"], "CHANNEL_CREATE"),
  ...elsewhere("Lobbies", ["lobbies.write"], ...LOBBY_DEEDS.map((deed) => `LOBBY_${deed}`)),
  ...elsewhere("Lobbies", ["lobbies.write"], "LOBBY_MEMBER_DISCONNECT", "LOBBY_VOICE_STATE_UPDATE"),
  ...elsewhere(
    "Lobbies",
    ["lobbies.write"],
    "LOBBY_MESSAGE_CREATE",
    "LOBBY_MESSAGE_UPDATE",
    "LOBBY_MESSAGE_DELETE",
  ),
  ...elsewhere("LobbyDelete", ["lobbies.write"], "LOBBY_DELETE"),
  ...elsewhere(
    "UserRelationships",
    ["relationships.read"],
    "RELATIONSHIP_ADD",
    "RELATIONSHIP_UPDATE",
    "RELATIONSHIP_REMOVE",
    "GAME_RELATIONSHIP_ADD",
    "GAME_RELATIONSHIP_REMOVE",
  ),
  ...elsewhere("UserPresence", ["activities.read", "presences.read"], "PRESENCE_UPDATE"),
  [
    "ACTIVITY_INVITE_CREATE",
    "elsewhere",
    ["UserPresence"],
    ["activities.read"],
    ["dm_channels.messages.read"],
  ],
  ["USER_APPLICATION_IDENTITY_UPDATE", "elsewhere", IDENTITY, ["application_identities.write"]],
  ["USER_APPLICATION_IDENTITY_REMOVE", "elsewhere", IDENTITY, ["application_identities.write"]],
];

/** Events without demands: each is for one session, or for the sessions of one account or bot, whatever their intents are. */
export const WITHOUT_DEMANDS: readonly string[] = [
  "READY",
  "READY_SUPPLEMENTAL",
  "RESUMED",
  "SESSIONS_REPLACE",
  "USER_MERGE_OPERATION_COMPLETED",
  "USER_UPDATE",
  "VOICE_SERVER_UPDATE",
  "LOBBY_VOICE_SERVER_UPDATE",
  "GUILD_MEMBERS_CHUNK",
  "CHANNEL_INFO",
  "RATE_LIMITED",
  "INTERACTION_CREATE",
  "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
  "ENTITLEMENT_CREATE",
  "ENTITLEMENT_UPDATE",
  "ENTITLEMENT_DELETE",
  "SUBSCRIPTION_CREATE",
  "SUBSCRIPTION_UPDATE",
  "SOUNDBOARD_SOUNDS",
];

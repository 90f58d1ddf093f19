import { GatewayEvent, GatewayIntent, Scope, type MessagePayload, type Snowflake } from "sdkpp/wire";
import { withoutContent } from "../views/message/message-content.js";
import { hasIntent, type Listener } from "../world/presence/listener.js";
import type { Dispatch, Reach } from "./events.js";

interface Requirement {
  /** One of these bits is enough. */
  readonly intent: number;
  /** One of these lets an OAuth session hear it. */
  readonly scopes: readonly string[];
  /** Sessions with this scope get another event instead. */
  readonly without?: string;
}

const LOBBY: Requirement = { intent: GatewayIntent.Lobbies, scopes: [Scope.LobbiesWrite] };
const RELATIONSHIP: Requirement = {
  intent: GatewayIntent.UserRelationships,
  scopes: [Scope.RelationshipsRead],
};

const PRESENCE: Requirement = {
  intent: GatewayIntent.UserPresence,
  scopes: [Scope.ActivitiesRead, Scope.PresencesRead],
};

const DIRECT_MESSAGE: Requirement = {
  intent: GatewayIntent.DirectMessages,
  scopes: [Scope.DmChannelsMessagesRead],
};

const DIRECT_CHANNEL: Requirement = { intent: GatewayIntent.PrivateChannels, scopes: [Scope.DmChannelsRead] };
/** For sessions that get no messages. */
const ACTIVITY_INVITE: Requirement = {
  intent: GatewayIntent.UserPresence,
  scopes: [Scope.ActivitiesRead],
  without: Scope.DmChannelsMessagesRead,
};

/** Part of how friends, requests, presences and members of lobbies look. */
const APPLICATION_IDENTITY: Requirement = {
  intent: GatewayIntent.UserRelationships | GatewayIntent.UserPresence | GatewayIntent.Lobbies,
  scopes: [Scope.ApplicationIdentitiesWrite],
};

/** Only bots hear of members of a guild: no scope allows it to an OAuth session. */
const GUILD_PRESENCE: Requirement = { intent: GatewayIntent.GuildPresences, scopes: [] };
const GUILD_MEMBER: Requirement = { intent: GatewayIntent.GuildMembers, scopes: [] };
const GUILD_EXPRESSION: Requirement = { intent: GatewayIntent.GuildExpressions, scopes: [] };
/** Nor of sounds of a server: the game has no soundboard. */
const VOICE_EFFECT: Requirement = { intent: GatewayIntent.GuildVoiceStates, scopes: [] };
const GUILD_SCHEDULED_EVENT: Requirement = { intent: GatewayIntent.GuildScheduledEvents, scopes: [] };
const AUTO_MODERATION_RULE: Requirement = { intent: GatewayIntent.AutoModerationConfiguration, scopes: [] };
const AUTO_MODERATION_ACTION: Requirement = { intent: GatewayIntent.AutoModerationExecution, scopes: [] };
const GUILD_MODERATION: Requirement = { intent: GatewayIntent.GuildModeration, scopes: [] };
const GUILD_WEBHOOK: Requirement = { intent: GatewayIntent.GuildWebhooks, scopes: [] };
const GUILD_INVITE: Requirement = { intent: GatewayIntent.GuildInvites, scopes: [] };
/** Nor of messages there: OAuth sessions get those of their lobbies and of their conversations. */
const GUILD_MESSAGE: Requirement = { intent: GatewayIntent.GuildMessages, scopes: [] };
const GUILD_REACTION: Requirement = { intent: GatewayIntent.GuildMessageReactions, scopes: [] };
const GUILD_POLL: Requirement = { intent: GatewayIntent.GuildMessagePolls, scopes: [] };
const DIRECT_POLL: Requirement = { intent: GatewayIntent.DirectMessagePolls, scopes: [] };
const GUILD_TYPING: Requirement = { intent: GatewayIntent.GuildMessageTyping, scopes: [] };
/** The game knows no reactions, so no scope asks for them. */
const DIRECT_REACTION: Requirement = { intent: GatewayIntent.DirectMessageReactions, scopes: [] };
const DIRECT_TYPING: Requirement = {
  intent: GatewayIntent.DirectMessageTyping,
  scopes: [Scope.DmChannelsMessagesRead],
};

const GUILD: Requirement = { intent: GatewayIntent.Guilds, scopes: [Scope.Guilds] };
/** No scope asks for stages: the game has none. */
const STAGE: Requirement = { intent: GatewayIntent.Guilds, scopes: [] };
/** Nor of threads, which have messages. */
const THREAD: Requirement = { intent: GatewayIntent.Guilds, scopes: [] };
const OWN_THREAD: Requirement = { intent: GatewayIntent.Guilds | GatewayIntent.GuildMembers, scopes: [] };
/** Sessions that received the guild: a game's sessions receive its name. */
const GUILD_LEFT: Requirement = {
  intent: GatewayIntent.Guilds | GatewayIntent.GuildNamesOnly,
  scopes: [Scope.Guilds],
};
/** Intents and scopes by event (G§4); an event without a row answers a request and needs neither. */
const REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  [GatewayEvent.LobbyCreate, LOBBY],
  [GatewayEvent.LobbyUpdate, LOBBY],
  [GatewayEvent.LobbyDelete, { intent: GatewayIntent.LobbyDelete, scopes: [Scope.LobbiesWrite] }],
  [GatewayEvent.LobbyMemberAdd, LOBBY],
  [GatewayEvent.LobbyMemberUpdate, LOBBY],
  [GatewayEvent.LobbyMemberRemove, LOBBY],
  [GatewayEvent.LobbyMemberConnect, LOBBY],
  [GatewayEvent.LobbyMemberDisconnect, LOBBY],
  [GatewayEvent.LobbyVoiceStateUpdate, LOBBY],
  [GatewayEvent.LobbyMessageCreate, LOBBY],
  [GatewayEvent.LobbyMessageUpdate, LOBBY],
  [GatewayEvent.LobbyMessageDelete, LOBBY],
  [
    GatewayEvent.VoiceStateUpdate,
    { intent: GatewayIntent.GuildVoiceStates, scopes: [Scope.Guilds, Scope.Voice] },
  ],
  [GatewayEvent.RelationshipAdd, RELATIONSHIP],
  [GatewayEvent.RelationshipUpdate, RELATIONSHIP],
  [GatewayEvent.RelationshipRemove, RELATIONSHIP],
  [GatewayEvent.GameRelationshipAdd, RELATIONSHIP],
  [GatewayEvent.GameRelationshipRemove, RELATIONSHIP],
  [GatewayEvent.PresenceUpdate, PRESENCE],
  [GatewayEvent.ActivityInviteCreate, ACTIVITY_INVITE],
  [GatewayEvent.UserApplicationIdentityUpdate, APPLICATION_IDENTITY],
  [GatewayEvent.UserApplicationIdentityRemove, APPLICATION_IDENTITY],
  [GatewayEvent.GuildCreate, GUILD],
  [GatewayEvent.GuildUpdate, GUILD],
  [GatewayEvent.GuildDelete, GUILD_LEFT],
  [GatewayEvent.GuildMemberAdd, GUILD_MEMBER],
  [GatewayEvent.GuildEmojisUpdate, GUILD_EXPRESSION],
  [GatewayEvent.GuildStickersUpdate, GUILD_EXPRESSION],
  [GatewayEvent.GuildSoundboardSoundCreate, GUILD_EXPRESSION],
  [GatewayEvent.GuildSoundboardSoundUpdate, GUILD_EXPRESSION],
  [GatewayEvent.GuildSoundboardSoundDelete, GUILD_EXPRESSION],
  [GatewayEvent.AutoModerationRuleCreate, AUTO_MODERATION_RULE],
  [GatewayEvent.AutoModerationRuleUpdate, AUTO_MODERATION_RULE],
  [GatewayEvent.AutoModerationRuleDelete, AUTO_MODERATION_RULE],
  [GatewayEvent.AutoModerationActionExecution, AUTO_MODERATION_ACTION],
  [GatewayEvent.GuildScheduledEventCreate, GUILD_SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventUpdate, GUILD_SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventDelete, GUILD_SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventUserAdd, GUILD_SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventUserRemove, GUILD_SCHEDULED_EVENT],
  [GatewayEvent.GuildMemberUpdate, GUILD_MEMBER],
  [GatewayEvent.GuildMemberRemove, GUILD_MEMBER],
  [GatewayEvent.GuildRoleCreate, GUILD],
  [GatewayEvent.GuildRoleUpdate, GUILD],
  [GatewayEvent.GuildRoleDelete, GUILD],
  [GatewayEvent.GuildBanAdd, GUILD_MODERATION],
  [GatewayEvent.GuildBanRemove, GUILD_MODERATION],
  [GatewayEvent.GuildAuditLogEntryCreate, GUILD_MODERATION],
  [GatewayEvent.InviteCreate, GUILD_INVITE],
  [GatewayEvent.InviteDelete, GUILD_INVITE],
  [GatewayEvent.WebhooksUpdate, GUILD_WEBHOOK],
  [GatewayEvent.VoiceChannelEffectSend, VOICE_EFFECT],
  [GatewayEvent.VoiceChannelStatusUpdate, GUILD],
  [GatewayEvent.VoiceChannelStartTimeUpdate, GUILD],
  [GatewayEvent.ChannelUpdate, GUILD],
  [GatewayEvent.ChannelPinsUpdate, GUILD],
  [GatewayEvent.ChannelCreate, GUILD],
  [GatewayEvent.ChannelDelete, GUILD],
  [GatewayEvent.StageInstanceCreate, STAGE],
  [GatewayEvent.StageInstanceUpdate, STAGE],
  [GatewayEvent.StageInstanceDelete, STAGE],
  [GatewayEvent.ThreadCreate, THREAD],
  [GatewayEvent.ThreadUpdate, THREAD],
  [GatewayEvent.ThreadDelete, THREAD],
  [GatewayEvent.ThreadListSync, THREAD],
  [GatewayEvent.ThreadMemberUpdate, THREAD],
  [GatewayEvent.ThreadMembersUpdate, GUILD_MEMBER],
]);

/** Requirements of some events for their own subjects. */
const OWN_REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  [GatewayEvent.ThreadMembersUpdate, OWN_THREAD],
]);

/** Requirements of some events outside a guild, which replace the general ones. */
const PRIVATE_REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  [GatewayEvent.MessageCreate, DIRECT_MESSAGE],
  [GatewayEvent.MessageUpdate, DIRECT_MESSAGE],
  [GatewayEvent.MessageDelete, DIRECT_MESSAGE],
  [GatewayEvent.MessageReactionAdd, DIRECT_REACTION],
  [GatewayEvent.MessageReactionRemove, DIRECT_REACTION],
  [GatewayEvent.MessageReactionRemoveEmoji, DIRECT_REACTION],
  [GatewayEvent.MessageReactionRemoveAll, DIRECT_REACTION],
  [GatewayEvent.ChannelPinsUpdate, DIRECT_MESSAGE],
  [GatewayEvent.MessagePollVoteAdd, DIRECT_POLL],
  [GatewayEvent.MessagePollVoteRemove, DIRECT_POLL],
  [GatewayEvent.TypingStart, DIRECT_TYPING],
  // So bots, who may not have this intent, hear of a conversation by its first message.
  [GatewayEvent.ChannelCreate, DIRECT_CHANNEL],
]);

/** Requirements of some events in a guild, which replace the general ones. */
const GUILD_REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  [GatewayEvent.PresenceUpdate, GUILD_PRESENCE],
  [GatewayEvent.MessageCreate, GUILD_MESSAGE],
  [GatewayEvent.MessageUpdate, GUILD_MESSAGE],
  [GatewayEvent.MessageDelete, GUILD_MESSAGE],
  [GatewayEvent.MessageDeleteBulk, GUILD_MESSAGE],
  [GatewayEvent.MessageReactionAdd, GUILD_REACTION],
  [GatewayEvent.MessageReactionRemove, GUILD_REACTION],
  [GatewayEvent.MessageReactionRemoveEmoji, GUILD_REACTION],
  [GatewayEvent.MessageReactionRemoveAll, GUILD_REACTION],
  [GatewayEvent.MessagePollVoteAdd, GUILD_POLL],
  [GatewayEvent.MessagePollVoteRemove, GUILD_POLL],
  [GatewayEvent.TypingStart, GUILD_TYPING],
]);

type WithoutContent = (d: unknown, userId: Snowflake) => unknown;

const withoutMessage: WithoutContent = (d, userId) => withoutContent(d as MessagePayload, userId);
const withoutQuotes: WithoutContent = (d) => ({ ...(d as object), content: "", matched_content: "" });

/** Events that carry what people write in a guild, and how they look without it. */
const CARRY_CONTENT: ReadonlyMap<string, WithoutContent> = new Map([
  [GatewayEvent.MessageCreate, withoutMessage],
  [GatewayEvent.MessageUpdate, withoutMessage],
  [GatewayEvent.AutoModerationActionExecution, withoutQuotes],
]);

/** Whether a session hears an event. The one place where that is decided. */
export function hears(listener: Listener, event: Dispatch): boolean {
  return reaches(event.reach, listener) && meetsRequirement(listener, event);
}

/** Events outside a guild go to shard 0 only (G§3). */
function isFirstShard({ shard }: Listener): boolean {
  return shard === undefined || shard[0] === 0;
}

/** The payload for a session that hears an event: without the intent for it, a guild's messages have no text (G§4). */
export function heardAs(listener: Listener, { t, d, reach }: Dispatch): unknown {
  const without = reach.to === "guild" ? CARRY_CONTENT.get(t) : undefined;
  const isWhole = without === undefined || hasIntent(listener, GatewayIntent.MessageContent);
  return isWhole ? d : without(d, listener.userId);
}

/** Whether an event is meant for a session, which may lack the intent or the scope for it. */
export function reaches(reach: Reach, listener: Listener): boolean {
  switch (reach.to) {
    case "session":
      return listener.sessionId === reach.sessionId;
    case "guild":
      return (
        listener.guildIds.has(reach.guildId) &&
        listener.userId !== reach.except &&
        reach.only?.includes(listener.userId) !== false &&
        (reach.hidesChannels === undefined || reach.hidesChannels === (listener.hidesChannels ?? false))
      );
    case "accounts":
      return (
        isFirstShard(listener) &&
        listener.applicationId !== reach.exceptApplicationId &&
        reach.userIds.includes(listener.userId)
      );
    case "users":
      return (
        isFirstShard(listener) &&
        listener.applicationId === reach.applicationId &&
        listener.userId !== reach.except &&
        reach.userIds.includes(listener.userId)
      );
  }
}

function meetsRequirement(listener: Listener, event: Dispatch): boolean {
  const requirement = requirementOf(event);
  if (requirement === undefined || event.reach.to === "session") return true;
  if (requirement.without !== undefined && listener.scopes.has(requirement.without)) return false;
  return hasIntent(listener, requirement.intent) && hasScope(listener, requirement.scopes);
}

function requirementOf({ t, reach }: Dispatch): Requirement | undefined {
  if (reach.to === "guild" && reach.isOwn === true) return OWN_REQUIREMENTS.get(t) ?? REQUIREMENTS.get(t);
  const special = reach.to === "guild" ? GUILD_REQUIREMENTS : PRIVATE_REQUIREMENTS;
  return special.get(t) ?? REQUIREMENTS.get(t);
}

function hasScope(listener: Listener, scopes: readonly string[]): boolean {
  return listener.isBot || scopes.some((scope) => listener.scopes.has(scope));
}

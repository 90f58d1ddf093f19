import type { ApplicationProfilePayload } from "./application-profile-payloads.js";
import type { GatewayLobbyMemberPayload, GatewayLobbyPayload, UserPayload } from "./payloads.js";
import type { PresencePayload } from "./presence-payloads.js";
import type { GameRelationshipPayload, RelationshipPayload } from "./relationship-payloads.js";
import type { Snowflake } from "./snowflake.js";

/** One message of the main gateway; `s` and `t` are null unless `op` is 0. */
export interface GatewayFrame<D = unknown> {
  op: number;
  d: D;
  s: number | null;
  t: string | null;
}

export interface HelloPayload {
  /** milliseconds */
  heartbeat_interval: number;
  _trace?: string[];
}

export interface IdentifyPayload {
  /** "Bearer …" for users, the bare token for bots */
  token: string;
  properties: { os: string; browser: string; device: string; [key: string]: unknown };
  compress?: boolean;
  large_threshold?: number;
  shard?: [number, number];
  presence?: unknown;
  intents?: number;
  capabilities?: number;
}

export interface ResumePayload {
  token: string;
  session_id: string;
  seq: number;
}

/** READY of an SDK session. */
export interface ReadyPayload {
  v: number;
  user: UserPayload;
  session_id: string;
  resume_gateway_url: string;
  session_type?: "oauth";
  application: { id: Snowflake; flags: number; flags_new?: string; name?: string; parent_id?: Snowflake };
  scopes?: string[];
  lobbies?: GatewayLobbyPayload[];
  sessions?: unknown[];
  relationships?: RelationshipPayload[];
  game_relationships?: GameRelationshipPayload[];
  presences?: PresencePayload[];
  private_channels?: unknown[];
  /** by user id; users without one are absent */
  user_application_profiles?: Record<string, ApplicationProfilePayload[]>;
  connected_accounts?: unknown[];
  users?: UserPayload[];
  guilds?: unknown[];
  feature_flags?: { disabled_functions: string[]; disabled_gateway_events: string[] };
  av_sf_protocol_floor?: number;
  static_client_session_id?: string;
  geo_ordered_rtc_regions?: string[];
  country_code?: string;
  analytics_token?: string;
  auth?: unknown;
  _trace?: string[];
}

/** Op 4. `channel_id` null leaves. */
export interface UpdateVoiceStatePayload {
  guild_id: Snowflake | null;
  channel_id: Snowflake | null;
  self_mute: boolean;
  self_deaf: boolean;
  self_video?: boolean;
  preferred_region?: string | null;
  preferred_regions?: string[];
  flags?: number;
}

/** One entry of op 17; the array is the complete set of lobby calls of the session. */
export interface LobbyVoiceStateEntry {
  lobby_id: Snowflake;
  self_mute: boolean;
  self_deaf: boolean;
  self_video?: boolean;
  preferred_region?: string | null;
  preferred_regions?: string[];
}

export interface VoiceServerUpdatePayload {
  token: string;
  guild_id: Snowflake | null;
  channel_id?: Snowflake;
  /** `host:port`; null: the voice server is gone, another is being found */
  endpoint: string | null;
}

export interface LobbyVoiceServerUpdatePayload {
  token: string;
  lobby_id: Snowflake;
  endpoint: string | null;
}

export interface LobbyDeletePayload {
  id: Snowflake;
  reason: "deleted" | "removed";
}

/** LOBBY_MEMBER_ADD, _UPDATE, _REMOVE; the last two variants carry no application. */
export interface LobbyMemberEventPayload {
  member: GatewayLobbyMemberPayload;
  lobby_id: Snowflake;
  application_id?: Snowflake;
}

/** Names of the dispatches of the slice. */
export const GatewayEvent = {
  Ready: "READY",
  ReadySupplemental: "READY_SUPPLEMENTAL",
  Resumed: "RESUMED",
  UserUpdate: "USER_UPDATE",
  UserMergeOperationCompleted: "USER_MERGE_OPERATION_COMPLETED",
  PresenceUpdate: "PRESENCE_UPDATE",
  SessionsReplace: "SESSIONS_REPLACE",
  RelationshipAdd: "RELATIONSHIP_ADD",
  RelationshipUpdate: "RELATIONSHIP_UPDATE",
  RelationshipRemove: "RELATIONSHIP_REMOVE",
  GameRelationshipAdd: "GAME_RELATIONSHIP_ADD",
  GameRelationshipRemove: "GAME_RELATIONSHIP_REMOVE",
  VoiceStateUpdate: "VOICE_STATE_UPDATE",
  VoiceServerUpdate: "VOICE_SERVER_UPDATE",
  VoiceChannelStatusUpdate: "VOICE_CHANNEL_STATUS_UPDATE",
  VoiceChannelStartTimeUpdate: "VOICE_CHANNEL_START_TIME_UPDATE",
  VoiceChannelEffectSend: "VOICE_CHANNEL_EFFECT_SEND",
  ChannelInfo: "CHANNEL_INFO",
  LobbyCreate: "LOBBY_CREATE",
  LobbyUpdate: "LOBBY_UPDATE",
  LobbyDelete: "LOBBY_DELETE",
  LobbyMemberAdd: "LOBBY_MEMBER_ADD",
  LobbyMemberUpdate: "LOBBY_MEMBER_UPDATE",
  LobbyMemberRemove: "LOBBY_MEMBER_REMOVE",
  LobbyMemberConnect: "LOBBY_MEMBER_CONNECT",
  LobbyMemberDisconnect: "LOBBY_MEMBER_DISCONNECT",
  LobbyVoiceStateUpdate: "LOBBY_VOICE_STATE_UPDATE",
  LobbyVoiceServerUpdate: "LOBBY_VOICE_SERVER_UPDATE",
  LobbyMessageCreate: "LOBBY_MESSAGE_CREATE",
  LobbyMessageUpdate: "LOBBY_MESSAGE_UPDATE",
  LobbyMessageDelete: "LOBBY_MESSAGE_DELETE",
  MessageCreate: "MESSAGE_CREATE",
  MessageUpdate: "MESSAGE_UPDATE",
  MessageDelete: "MESSAGE_DELETE",
  MessageDeleteBulk: "MESSAGE_DELETE_BULK",
  ChannelPinsUpdate: "CHANNEL_PINS_UPDATE",
  ThreadCreate: "THREAD_CREATE",
  ThreadUpdate: "THREAD_UPDATE",
  ThreadDelete: "THREAD_DELETE",
  ThreadListSync: "THREAD_LIST_SYNC",
  ThreadMemberUpdate: "THREAD_MEMBER_UPDATE",
  ThreadMembersUpdate: "THREAD_MEMBERS_UPDATE",
  MessagePollVoteAdd: "MESSAGE_POLL_VOTE_ADD",
  MessagePollVoteRemove: "MESSAGE_POLL_VOTE_REMOVE",
  MessageReactionAdd: "MESSAGE_REACTION_ADD",
  MessageReactionRemove: "MESSAGE_REACTION_REMOVE",
  MessageReactionRemoveEmoji: "MESSAGE_REACTION_REMOVE_EMOJI",
  MessageReactionRemoveAll: "MESSAGE_REACTION_REMOVE_ALL",
  TypingStart: "TYPING_START",
  GuildMembersChunk: "GUILD_MEMBERS_CHUNK",
  RateLimited: "RATE_LIMITED",
  ChannelCreate: "CHANNEL_CREATE",
  ChannelUpdate: "CHANNEL_UPDATE",
  ChannelDelete: "CHANNEL_DELETE",
  GuildCreate: "GUILD_CREATE",
  GuildEmojisUpdate: "GUILD_EMOJIS_UPDATE",
  GuildStickersUpdate: "GUILD_STICKERS_UPDATE",
  GuildSoundboardSoundCreate: "GUILD_SOUNDBOARD_SOUND_CREATE",
  GuildSoundboardSoundUpdate: "GUILD_SOUNDBOARD_SOUND_UPDATE",
  GuildSoundboardSoundDelete: "GUILD_SOUNDBOARD_SOUND_DELETE",
  SoundboardSounds: "SOUNDBOARD_SOUNDS",
  AutoModerationRuleCreate: "AUTO_MODERATION_RULE_CREATE",
  AutoModerationRuleUpdate: "AUTO_MODERATION_RULE_UPDATE",
  AutoModerationRuleDelete: "AUTO_MODERATION_RULE_DELETE",
  AutoModerationActionExecution: "AUTO_MODERATION_ACTION_EXECUTION",
  GuildScheduledEventCreate: "GUILD_SCHEDULED_EVENT_CREATE",
  GuildScheduledEventUpdate: "GUILD_SCHEDULED_EVENT_UPDATE",
  GuildScheduledEventDelete: "GUILD_SCHEDULED_EVENT_DELETE",
  GuildScheduledEventUserAdd: "GUILD_SCHEDULED_EVENT_USER_ADD",
  GuildScheduledEventUserRemove: "GUILD_SCHEDULED_EVENT_USER_REMOVE",
  StageInstanceCreate: "STAGE_INSTANCE_CREATE",
  StageInstanceUpdate: "STAGE_INSTANCE_UPDATE",
  StageInstanceDelete: "STAGE_INSTANCE_DELETE",
  GuildUpdate: "GUILD_UPDATE",
  GuildDelete: "GUILD_DELETE",
  GuildMemberAdd: "GUILD_MEMBER_ADD",
  GuildMemberUpdate: "GUILD_MEMBER_UPDATE",
  GuildMemberRemove: "GUILD_MEMBER_REMOVE",
  GuildRoleCreate: "GUILD_ROLE_CREATE",
  GuildRoleUpdate: "GUILD_ROLE_UPDATE",
  GuildRoleDelete: "GUILD_ROLE_DELETE",
  GuildBanAdd: "GUILD_BAN_ADD",
  GuildBanRemove: "GUILD_BAN_REMOVE",
  GuildAuditLogEntryCreate: "GUILD_AUDIT_LOG_ENTRY_CREATE",
  InviteCreate: "INVITE_CREATE",
  InviteDelete: "INVITE_DELETE",
  WebhooksUpdate: "WEBHOOKS_UPDATE",
  ApplicationCommandPermissionsUpdate: "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
  InteractionCreate: "INTERACTION_CREATE",
  EntitlementCreate: "ENTITLEMENT_CREATE",
  EntitlementUpdate: "ENTITLEMENT_UPDATE",
  EntitlementDelete: "ENTITLEMENT_DELETE",
  SubscriptionCreate: "SUBSCRIPTION_CREATE",
  SubscriptionUpdate: "SUBSCRIPTION_UPDATE",
  ActivityInviteCreate: "ACTIVITY_INVITE_CREATE",
  UserApplicationIdentityUpdate: "USER_APPLICATION_IDENTITY_UPDATE",
  UserApplicationIdentityRemove: "USER_APPLICATION_IDENTITY_REMOVE",
} as const;

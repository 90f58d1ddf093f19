import { GatewayEvent } from "sdkpp/wire";
import { flag, text } from "../../guard/arguments.js";
import { id } from "../inputs.js";
import * as objects from "./objects.js";
import { all, anything, listOf, nullable, number, object, time, type Shape } from "./shape.js";

const { IN_GUILD } = objects;
const IN_CHANNEL = { channel_id: id } as const;
const OF_MESSAGE = { channel_id: id, message_id: id } as const;
const MAYBE_GUILD = { guild_id: id } as const;
const ROLE_OF = object({ guild_id: id, role: objects.ROLE });
const USER_OF = object({ guild_id: id, user: objects.USER });
const VOTE = object({ user_id: id, ...OF_MESSAGE, answer_id: number }, MAYBE_GUILD);
const REACTION = object(
  { user_id: id, ...OF_MESSAGE, emoji: objects.EMOJI },
  { ...MAYBE_GUILD, member: objects.MEMBER, burst: flag, type: number, message_author_id: id },
);
const SUBSCRIBER = object({ guild_scheduled_event_id: id, user_id: id, guild_id: id });
const LOBBY_MESSAGE_DELETE = object({ id, lobby_id: id });
const GONE = object({ id });

/**
 * The form of the data of each event of the main gateway that may come at any time (G§4): the members that clients rely on. READY and
 * RESUMED are not among them, since they begin a session or continue it. Other members are kept as they are given.
 */
export const GATEWAY_EVENT_SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    GatewayEvent.ActivityInviteCreate,
    object({
      message_id: id,
      ...IN_CHANNEL,
      author: objects.USER,
      application: object({ id, name: text }),
      activity: object({ type: number, party_id: text }),
    }),
  ],
  [
    GatewayEvent.ApplicationCommandPermissionsUpdate,
    object({
      id,
      application_id: id,
      guild_id: id,
      permissions: listOf(object({ id, type: number, permission: flag })),
    }),
  ],
  [
    GatewayEvent.AutoModerationActionExecution,
    object(
      { guild_id: id, action: object({ type: number }), rule_id: id, rule_trigger_type: number, user_id: id },
      { channel_id: id, content: text, matched_keyword: nullable(text) },
    ),
  ],
  [GatewayEvent.AutoModerationRuleCreate, objects.MODERATION_RULE],
  [GatewayEvent.AutoModerationRuleUpdate, objects.MODERATION_RULE],
  [GatewayEvent.AutoModerationRuleDelete, objects.MODERATION_RULE],
  [GatewayEvent.ChannelCreate, objects.CHANNEL],
  [GatewayEvent.ChannelUpdate, objects.CHANNEL],
  [GatewayEvent.ChannelDelete, objects.CHANNEL],
  [GatewayEvent.ChannelInfo, all(IN_GUILD, object({ channels: listOf(GONE) }))],
  [
    GatewayEvent.ChannelPinsUpdate,
    object(IN_CHANNEL, { ...MAYBE_GUILD, last_pin_timestamp: nullable(time) }),
  ],
  [GatewayEvent.EntitlementCreate, objects.ENTITLEMENT],
  [GatewayEvent.EntitlementUpdate, objects.ENTITLEMENT],
  [GatewayEvent.EntitlementDelete, objects.ENTITLEMENT],
  [GatewayEvent.GameRelationshipAdd, objects.RELATIONSHIP],
  [GatewayEvent.GameRelationshipRemove, object({ id, type: number })],
  [GatewayEvent.GuildCreate, objects.WHOLE_GUILD],
  [GatewayEvent.GuildUpdate, objects.GUILD],
  [GatewayEvent.GuildDelete, object({ id }, { unavailable: flag })],
  [
    GatewayEvent.GuildAuditLogEntryCreate,
    object({ id, guild_id: id, action_type: number, user_id: nullable(id), target_id: nullable(id) }),
  ],
  [GatewayEvent.GuildBanAdd, USER_OF],
  [GatewayEvent.GuildBanRemove, USER_OF],
  [GatewayEvent.GuildEmojisUpdate, object({ guild_id: id, emojis: listOf(objects.EMOJI) })],
  [GatewayEvent.GuildStickersUpdate, object({ guild_id: id, stickers: listOf(object({ id, name: text })) })],
  [GatewayEvent.GuildMemberAdd, objects.MEMBER_OF_GUILD],
  [GatewayEvent.GuildMemberUpdate, objects.MEMBER_OF_GUILD],
  [GatewayEvent.GuildMemberRemove, USER_OF],
  [
    GatewayEvent.GuildMembersChunk,
    all(
      IN_GUILD,
      object({ members: listOf(object({ user: objects.USER })), chunk_index: number, chunk_count: number }),
    ),
  ],
  [GatewayEvent.GuildRoleCreate, ROLE_OF],
  [GatewayEvent.GuildRoleUpdate, ROLE_OF],
  [GatewayEvent.GuildRoleDelete, object({ guild_id: id, role_id: id })],
  [GatewayEvent.GuildScheduledEventCreate, objects.SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventUpdate, objects.SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventDelete, objects.SCHEDULED_EVENT],
  [GatewayEvent.GuildScheduledEventUserAdd, SUBSCRIBER],
  [GatewayEvent.GuildScheduledEventUserRemove, SUBSCRIBER],
  [GatewayEvent.GuildSoundboardSoundCreate, objects.SOUND],
  [GatewayEvent.GuildSoundboardSoundUpdate, objects.SOUND],
  [GatewayEvent.GuildSoundboardSoundDelete, object({ sound_id: id, guild_id: id })],
  [GatewayEvent.SoundboardSounds, all(IN_GUILD, object({ soundboard_sounds: listOf(objects.SOUND) }))],
  [GatewayEvent.InteractionCreate, objects.INTERACTION],
  [
    GatewayEvent.InviteCreate,
    object(
      {
        channel_id: id,
        code: text,
        created_at: time,
        max_age: number,
        max_uses: number,
        temporary: flag,
        uses: number,
      },
      { ...MAYBE_GUILD, inviter: objects.USER, expires_at: nullable(time) },
    ),
  ],
  [GatewayEvent.InviteDelete, object({ channel_id: id, code: text }, MAYBE_GUILD)],
  [GatewayEvent.LobbyCreate, objects.LOBBY],
  [GatewayEvent.LobbyUpdate, objects.LOBBY],
  [GatewayEvent.LobbyDelete, object({ id, reason: text })],
  [GatewayEvent.LobbyMemberAdd, objects.LOBBY_MEMBER],
  [GatewayEvent.LobbyMemberUpdate, objects.LOBBY_MEMBER],
  [GatewayEvent.LobbyMemberRemove, objects.LOBBY_MEMBER],
  [GatewayEvent.LobbyMemberConnect, objects.LOBBY_MEMBER],
  [GatewayEvent.LobbyMemberDisconnect, objects.LOBBY_MEMBER],
  [GatewayEvent.LobbyMessageCreate, objects.LOBBY_MESSAGE],
  [GatewayEvent.LobbyMessageUpdate, objects.LOBBY_MESSAGE],
  [GatewayEvent.LobbyMessageDelete, LOBBY_MESSAGE_DELETE],
  [GatewayEvent.LobbyVoiceStateUpdate, objects.LOBBY_VOICE_STATE],
  [GatewayEvent.LobbyVoiceServerUpdate, object({ token: text, lobby_id: id, endpoint: nullable(text) })],
  [GatewayEvent.MessageCreate, objects.MESSAGE],
  [GatewayEvent.MessageUpdate, objects.CHANGED_MESSAGE],
  [GatewayEvent.MessageDelete, object({ id, ...IN_CHANNEL }, MAYBE_GUILD)],
  [GatewayEvent.MessageDeleteBulk, object({ ids: listOf(id), ...IN_CHANNEL }, MAYBE_GUILD)],
  [GatewayEvent.MessagePollVoteAdd, VOTE],
  [GatewayEvent.MessagePollVoteRemove, VOTE],
  [GatewayEvent.MessageReactionAdd, REACTION],
  [GatewayEvent.MessageReactionRemove, REACTION],
  [GatewayEvent.MessageReactionRemoveAll, object(OF_MESSAGE, MAYBE_GUILD)],
  [GatewayEvent.MessageReactionRemoveEmoji, object({ ...OF_MESSAGE, emoji: objects.EMOJI }, MAYBE_GUILD)],
  [GatewayEvent.PresenceUpdate, objects.PRESENCE],
  [GatewayEvent.RateLimited, object({ opcode: number, retry_after: number, meta: anything })],
  [GatewayEvent.RelationshipAdd, objects.RELATIONSHIP],
  [GatewayEvent.RelationshipUpdate, object({ id, type: number })],
  [GatewayEvent.RelationshipRemove, object({ id, type: number })],
  [GatewayEvent.SessionsReplace, listOf(object({ session_id: text, status: text }))],
  [GatewayEvent.StageInstanceCreate, objects.STAGE],
  [GatewayEvent.StageInstanceUpdate, objects.STAGE],
  [GatewayEvent.StageInstanceDelete, objects.STAGE],
  [GatewayEvent.SubscriptionCreate, objects.SUBSCRIPTION],
  [GatewayEvent.SubscriptionUpdate, objects.SUBSCRIPTION],
  [GatewayEvent.ThreadCreate, objects.THREAD],
  [GatewayEvent.ThreadUpdate, objects.THREAD],
  [GatewayEvent.ThreadDelete, object({ id, guild_id: id, parent_id: id, type: number })],
  [
    GatewayEvent.ThreadListSync,
    all(
      IN_GUILD,
      object(
        { threads: listOf(objects.THREAD), members: listOf(objects.THREAD_MEMBER) },
        { channel_ids: listOf(id) },
      ),
    ),
  ],
  [GatewayEvent.ThreadMemberUpdate, all(IN_GUILD, objects.THREAD_MEMBER)],
  [
    GatewayEvent.ThreadMembersUpdate,
    object(
      { id, guild_id: id, member_count: number },
      { added_members: listOf(objects.THREAD_MEMBER), removed_member_ids: listOf(id) },
    ),
  ],
  [
    GatewayEvent.TypingStart,
    object({ channel_id: id, user_id: id, timestamp: number }, { ...MAYBE_GUILD, member: objects.MEMBER }),
  ],
  [GatewayEvent.UserApplicationIdentityUpdate, objects.IDENTITY],
  [GatewayEvent.UserApplicationIdentityRemove, objects.IDENTITY],
  [GatewayEvent.UserMergeOperationCompleted, object({ merge_operation_id: id, source_user_id: id })],
  [GatewayEvent.UserUpdate, objects.USER],
  [
    GatewayEvent.VoiceChannelEffectSend,
    object(
      { channel_id: id, guild_id: id, user_id: id },
      { emoji: nullable(objects.EMOJI), sound_volume: number },
    ),
  ],
  [
    GatewayEvent.VoiceChannelStartTimeUpdate,
    object({ id, guild_id: id, voice_start_time: nullable(number) }),
  ],
  [GatewayEvent.VoiceChannelStatusUpdate, object({ id, guild_id: id, status: nullable(text) })],
  [GatewayEvent.VoiceServerUpdate, object({ token: text, guild_id: nullable(id), endpoint: nullable(text) })],
  [GatewayEvent.VoiceStateUpdate, objects.VOICE_STATE],
  [GatewayEvent.WebhooksUpdate, object({ guild_id: id, channel_id: id })],
]);

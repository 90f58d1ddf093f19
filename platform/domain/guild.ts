import type { Snowflake, VoiceStatePayload } from "sdkpp/wire";
import { userView, type User } from "./user.js";

export const ChannelType = { GuildText: 0, GuildVoice: 2, GuildStageVoice: 13 } as const;

/** Types of channels that hold a call. */
const CALL_TYPES: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);

export interface Channel {
  readonly id: Snowflake;
  readonly type: number;
  readonly name: string;
  readonly position: number;
  /** 0: no limit */
  readonly userLimit: number;
}

/** A server with its channels; channels and members are few, so they live in the record. */
export interface Guild {
  readonly id: Snowflake;
  readonly name: string;
  readonly ownerId: Snowflake;
  readonly channels: readonly Channel[];
  readonly memberIds: readonly Snowflake[];
}

/** All permissions up to BYPASS_SLOWMODE: the seeded guild refuses nobody. */
const EVERYTHING = String((1n << 53n) - 1n);

export function holdsCalls(channel: Channel): boolean {
  return CALL_TYPES.has(channel.type);
}

export function channelView(guild: Guild, channel: Channel): Record<string, unknown> {
  const common = {
    id: channel.id,
    type: channel.type,
    guild_id: guild.id,
    name: channel.name,
    position: channel.position,
    parent_id: null,
    permission_overwrites: [],
    nsfw: false,
    flags: 0,
    last_message_id: null,
    rate_limit_per_user: 0,
    topic: null,
  };
  if (!holdsCalls(channel)) return common;
  return {
    ...common,
    bitrate: 64_000,
    user_limit: channel.userLimit,
    rtc_region: null,
    video_quality_mode: 1,
  };
}

export function memberView(user: User, joinedAt: string): Record<string, unknown> {
  return {
    user: userView(user),
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    joined_at: joinedAt,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

/** A GUILD_CREATE. */
export function guildCreateView(
  guild: Guild,
  members: readonly User[],
  voiceStates: readonly VoiceStatePayload[],
  joinedAt: string,
): Record<string, unknown> {
  return {
    ...guildSettings(guild),
    joined_at: joinedAt,
    large: false,
    unavailable: false,
    member_count: members.length,
    voice_states: voiceStates,
    members: members.map((user) => memberView(user, joinedAt)),
    channels: guild.channels.map((channel) => channelView(guild, channel)),
    threads: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    activity_instances: [],
  };
}

function guildSettings(guild: Guild): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    afk_channel_id: null,
    afk_timeout: 300,
    application_id: null,
    default_message_notifications: 0,
    emojis: [],
    explicit_content_filter: 0,
    features: [],
    max_members: 1000,
    mfa_level: 0,
    nsfw: false,
    nsfw_level: 0,
    preferred_locale: "en-US",
    premium_progress_bar_enabled: false,
    premium_subscription_count: 0,
    premium_tier: 0,
    public_updates_channel_id: null,
    region: "local",
    roles: [everyoneRole(guild)],
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    stickers: [],
    system_channel_flags: 0,
    system_channel_id: null,
    vanity_url_code: null,
    verification_level: 0,
  };
}

function everyoneRole(guild: Guild): Record<string, unknown> {
  return {
    id: guild.id,
    name: "@everyone",
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: 0,
    permissions: EVERYTHING,
    managed: false,
    mentionable: false,
    flags: 0,
  };
}

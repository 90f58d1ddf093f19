import {
  snowflakeTimestamp,
  type GuildChannelPayload,
  type Snowflake,
  type VoiceStatePayload,
} from "sdkpp/wire";
import { everyonePermissions } from "./guild-permissions.js";
import { holdsCalls, rolesOfMember, type Channel, type Guild, type Role } from "./guild.js";
import { userView, type User } from "../user/user.js";

/** @param lastMessageId of what was said there; null: nothing ever was */
export function channelView(
  guild: Guild,
  channel: Channel,
  lastMessageId: Snowflake | null = null,
): GuildChannelPayload & Record<string, unknown> {
  const common = {
    id: channel.id,
    type: channel.type,
    guild_id: guild.id,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parentId ?? null,
    permission_overwrites: channel.overwrites ?? [],
    nsfw: channel.nsfw ?? false,
    flags: 0,
    last_message_id: lastMessageId,
    rate_limit_per_user: 0,
    topic: channel.topic ?? null,
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

/** Since when somebody is a member, ISO 8601. Joining is not recorded: all are there since the guild was made. */
export function memberSince(guild: Guild): string {
  return new Date(snowflakeTimestamp(BigInt(guild.id))).toISOString();
}

export function memberView(guild: Guild, user: User, joinedAt: string): Record<string, unknown> {
  return {
    user: userView(user),
    nick: null,
    avatar: null,
    banner: null,
    roles: rolesOfMember(guild, user.id).map((role) => role.id),
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
  lastMessageIdOf: (channelId: Snowflake) => Snowflake | null,
): Record<string, unknown> {
  const joinedAt = memberSince(guild);
  return {
    ...guildSettings(guild),
    joined_at: joinedAt,
    large: false,
    unavailable: false,
    member_count: members.length,
    voice_states: voiceStates,
    members: members.map((user) => memberView(guild, user, joinedAt)),
    channels: guild.channels.map((channel) => channelView(guild, channel, lastMessageIdOf(channel.id))),
    threads: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    activity_instances: [],
  };
}

/** A guild without its members and channels. */
export function guildSettings(guild: Guild): Record<string, unknown> {
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
    home_header: null,
    incidents_data: null,
    max_presences: null,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
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
    roles: rolesView(guild),
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    stickers: [],
    system_channel_flags: 0,
    system_channel_id: null,
    vanity_url_code: null,
    verification_level: 0,
    widget_channel_id: null,
    widget_enabled: false,
  };
}

/** All roles, lowest first: @everyone has the guild's id. */
export function rolesView(guild: Guild): Record<string, unknown>[] {
  return [everyoneRole(guild), ...(guild.roles ?? [])].map(roleView);
}

/** A role as the wire shows it. */
export function roleView(role: Omit<Role, "memberIds">): Record<string, unknown> {
  return {
    id: role.id,
    name: role.name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: role.position,
    permissions: role.permissions,
    managed: role.managed,
    mentionable: false,
    flags: 0,
  };
}

/** The role that every member has; its id is the guild's. */
function everyoneRole(guild: Guild): Omit<Role, "memberIds"> & { id: Snowflake } {
  const permissions = String(everyonePermissions(guild));
  return { id: guild.id, name: "@everyone", permissions, position: 0, managed: false };
}

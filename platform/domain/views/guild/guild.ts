import type { Snowflake, VoiceStatePayload } from "sdkpp/wire";
import type { Guild, Role, RoleColors } from "../../records/guild/guild.js";
import { everyonePermissions } from "../../records/guild/permissions.js";
import type { User } from "../../records/user/user.js";
import { channelView } from "./channel.js";
import { memberSince, memberView } from "./member.js";

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
    banner: guild.banner ?? null,
    description: null,
    afk_channel_id: null,
    afk_timeout: 300,
    application_id: null,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    features: guild.features ?? [],
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

const NO_COLORS: RoleColors = { primary: 0, secondary: null, tertiary: null };

/** A role as the wire shows it. */
export function roleView(role: Omit<Role, "memberIds">): Record<string, unknown> {
  const { primary, secondary, tertiary } = role.colors ?? NO_COLORS;
  return {
    id: role.id,
    name: role.name,
    // Deprecated, and the first colour only.
    color: primary,
    colors: { primary_color: primary, secondary_color: secondary, tertiary_color: tertiary },
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

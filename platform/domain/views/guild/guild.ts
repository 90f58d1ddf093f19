import type { Snowflake, VoiceStatePayload } from "sdkpp/wire";
import type { Guild, Role, RoleColors } from "../../records/guild/guild.js";
import { everyonePermissions } from "../../records/guild/permissions.js";
import type { User } from "../../records/user/user.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildEmojisView } from "../expression/emoji.js";
import { guildSoundsView } from "../expression/sound.js";
import { guildStickersView } from "../expression/sticker.js";
import { guildSince, memberViews } from "./member.js";

/**
 * A GUILD_CREATE without what differs by who receives it, such as the channels.
 * @param members those that it shows
 * @param isLarge whether the session asks for the others
 */
export function guildCreateView(
  world: GuildWorld & ExpressionWorld,
  guild: Guild,
  { members, isLarge }: { readonly members: readonly User[]; readonly isLarge: boolean },
  voiceStates: readonly VoiceStatePayload[],
): Record<string, unknown> {
  return {
    ...guildView(world, guild),
    joined_at: guildSince(guild),
    large: isLarge,
    unavailable: false,
    member_count: guild.memberIds.length,
    voice_states: voiceStates,
    members: memberViews(world, guild, members),
    presences: [],
    soundboard_sounds: guildSoundsView(world, guild),
    activity_instances: [],
  };
}

/** A guild without its members and channels. */
export function guildView(world: ExpressionWorld, guild: Guild): Record<string, unknown> {
  return {
    ...guildSettings(guild),
    emojis: guildEmojisView(world, guild),
    stickers: guildStickersView(world, guild),
  };
}

/** The settings of a guild: without members, channels, emojis and stickers, which have records of their own. */
export function guildSettings(guild: Guild): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    icon: guild.icon ?? null,
    splash: null,
    discovery_splash: null,
    banner: guild.banner ?? null,
    description: guild.description ?? null,
    afk_channel_id: guild.afkChannelId ?? null,
    afk_timeout: guild.afkTimeoutSeconds ?? 300,
    application_id: null,
    default_message_notifications: guild.defaultNotifications ?? 0,
    explicit_content_filter: guild.explicitContentFilter ?? 0,
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
    preferred_locale: guildLocale(guild),
    premium_progress_bar_enabled: guild.showsPremiumProgress ?? false,
    premium_subscription_count: 0,
    premium_tier: guild.premiumTier ?? 0,
    public_updates_channel_id: guild.publicUpdatesChannelId ?? null,
    region: "local",
    roles: rolesView(guild),
    rules_channel_id: guild.rulesChannelId ?? null,
    safety_alerts_channel_id: guild.safetyAlertsChannelId ?? null,
    system_channel_flags: guild.systemChannelFlags ?? 0,
    system_channel_id: guild.systemChannelId ?? null,
    vanity_url_code: null,
    verification_level: guild.verificationLevel ?? 0,
    widget_channel_id: null,
    widget_enabled: false,
  };
}

/** The language of a guild. */
export function guildLocale({ preferredLocale }: Guild): string {
  return preferredLocale ?? "en-US";
}

/** All roles, lowest first: @everyone has the guild's id. */
export function rolesView(guild: Guild): Record<string, unknown>[] {
  return [everyoneRole(guild), ...(guild.roles ?? [])].map(roleView);
}

/** One role of the guild; undefined when it has none with this id. */
export function roleViewOf(guild: Guild, roleId: Snowflake): Record<string, unknown> | undefined {
  return rolesView(guild).find(({ id }) => id === roleId);
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
    hoist: role.hoist ?? false,
    icon: role.icon ?? null,
    unicode_emoji: role.unicodeEmoji ?? null,
    position: role.position,
    permissions: role.permissions,
    managed: role.managed,
    mentionable: role.mentionable ?? false,
    flags: 0,
  };
}

/** The role that every member has; its id is the guild's. */
function everyoneRole(guild: Guild): Omit<Role, "memberIds"> & { id: Snowflake } {
  const permissions = String(everyonePermissions(guild));
  return { id: guild.id, name: "@everyone", permissions, position: 0, managed: false };
}

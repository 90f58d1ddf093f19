import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

export const ChannelType = {
  GuildText: 0,
  GuildVoice: 2,
  GuildCategory: 4,
  GuildAnnouncement: 5,
  GuildStageVoice: 13,
} as const;

/** Types of channels that hold a call. */
const CALL_TYPES: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);

/** Permissions of one role or one member in one channel; they override those of the guild. */
export interface Overwrite {
  /** Id of the role, or of the member; the guild's own id is @everyone. */
  readonly id: Snowflake;
  /** A value of `OverwriteType`. */
  readonly type: number;
  /** Bits of `Permission`, decimal. */
  readonly allow: string;
  readonly deny: string;
}

export interface Channel {
  readonly id: Snowflake;
  readonly type: number;
  readonly name: string;
  readonly position: number;
  /** 0: no limit */
  readonly userLimit: number;
  /** Id of the category it belongs to. */
  readonly parentId?: Snowflake;
  readonly topic?: string;
  /** Age-restricted; false unless set. */
  readonly nsfw?: boolean;
  readonly overwrites?: readonly Overwrite[];
  /** Id of the application that made it; null: it may have one, and has none. */
  readonly applicationId?: Snowflake | null;
  /** Slow mode: seconds between two messages of a user; 0 unless set. */
  readonly rateLimitPerUser?: number;
  /** Slow mode of its new threads, seconds; none unless set. */
  readonly threadRateLimitPerUser?: number;
  /** Bit rate of a call, bits per second; 64,000 unless set. */
  readonly bitrate?: number;
  /** Region of a call; chosen by the platform unless set. */
  readonly rtcRegion?: string;
  /** A value of `VideoQualityMode`; chosen by the platform unless set. */
  readonly videoQualityMode?: number;
  /** After how many minutes new threads are archived, if the client asks for nothing else. */
  readonly autoArchiveMinutes?: number;
}

/** Colours of a role, 0xRRGGBB; the second and third make a gradient. */
export interface RoleColors {
  readonly primary: number;
  readonly secondary: number | null;
  readonly tertiary: number | null;
}

/** A tag that members can show beside their name to say that they belong to the guild. */
export interface GuildTag {
  readonly text: string;
  /** Hash of its picture. */
  readonly badge: string;
}

export interface Role {
  readonly id: Snowflake;
  readonly name: string;
  /** Bits of `Permission`, decimal. */
  readonly permissions: string;
  readonly position: number;
  /** Whether it belongs to an application's bot. */
  readonly managed: boolean;
  readonly memberIds: readonly Snowflake[];
  /** Absent unless set. */
  readonly colors?: RoleColors;
  /** Whether its members are listed apart; false unless set. */
  readonly hoist?: boolean;
  /** Whether everybody may mention it; false unless set. */
  readonly mentionable?: boolean;
  /** Hash of its picture. */
  readonly icon?: string;
  readonly unicodeEmoji?: string;
}

/** Names of what a guild may use. */
export const GuildFeature = {
  /** Roles with more than one colour. */
  EnhancedRoleColors: "ENHANCED_ROLE_COLORS",
  RoleIcons: "ROLE_ICONS",
  /** Channels of announcements. */
  News: "NEWS",
  VipRegions: "VIP_REGIONS",
} as const;

export function hasFeature(guild: Guild, feature: string): boolean {
  return guild.features?.includes(feature) === true;
}

/** A server with its channels; channels, roles and members are few, so they live in the record. */
export interface Guild {
  readonly id: Snowflake;
  readonly name: string;
  readonly ownerId: Snowflake;
  readonly channels: readonly Channel[];
  readonly memberIds: readonly Snowflake[];
  /** All roles but @everyone. */
  readonly roles?: readonly Role[];
  /** Permissions of @everyone, bits of `Permission`, decimal; those of a new server unless set. */
  readonly everyone?: string;
  /** Hash of its picture. */
  readonly banner?: string;
  /** Hash of its icon. */
  readonly icon?: string;
  readonly description?: string;
  /** A value of `VerificationLevel`; none unless set. */
  readonly verificationLevel?: number;
  /** The messages that notify all members; all unless set. */
  readonly defaultNotifications?: number;
  readonly explicitContentFilter?: number;
  /** The channel that inactive members are moved to, and the delay in seconds. */
  readonly afkChannelId?: Snowflake;
  readonly afkTimeoutSeconds?: number;
  /** The channel of system messages, and the kinds that are switched off. */
  readonly systemChannelId?: Snowflake;
  readonly rulesChannelId?: Snowflake;
  readonly publicUpdatesChannelId?: Snowflake;
  readonly safetyAlertsChannelId?: Snowflake;
  /** Its language; `en-US` unless set. */
  readonly preferredLocale?: string;
  /** How far it is boosted, 0 to 3; 0 unless set. */
  readonly premiumTier?: number;
  /** Whether it shows how far it is boosted; false unless set. */
  readonly showsPremiumProgress?: boolean;
  readonly systemChannelFlags?: number;
  /** Names of what it may use, such as `ENHANCED_ROLE_COLORS`. */
  readonly features?: readonly string[];
  readonly tag?: GuildTag;
  /**
   * User → when its time-out ends, Unix milliseconds. Here and not in the member's record, because permissions follow from the
   * guild alone; the world shows those that still run.
   */
  readonly timeouts?: Readonly<Record<Snowflake, number>>;
  /** Members that automatic moderation has put in quarantine because of their names. */
  readonly quarantinedIds?: readonly Snowflake[];
}

/** A deleted guild of which something is left. */
export interface DroppedGuild {
  readonly guildId: Snowflake;
}

/** Indexes a guild by its members and its channels. */
export function guildIndex({ memberIds, channels }: Guild): IndexValues {
  return { member: memberIds, channel: channels.map(({ id }) => id) };
}

export function holdsCalls(channel: Channel): boolean {
  return CALL_TYPES.has(channel.type);
}

export function channelOf(guild: Guild, channelId: Snowflake): Channel | undefined {
  return guild.channels.find((channel) => channel.id === channelId);
}

/** The guild without ended time-outs. @param now Unix milliseconds */
export function withoutPastTimeouts(guild: Guild, now: number): Guild {
  if (guild.timeouts === undefined) return guild;
  const running = Object.entries(guild.timeouts).filter(([, until]) => until > now);
  return { ...guild, timeouts: Object.fromEntries(running) };
}

/** Lowest first. */
export function rolesOfMember(guild: Guild, userId: Snowflake): Role[] {
  return (guild.roles ?? []).filter((role) => role.memberIds.includes(userId));
}

/** The roles of each of many members, lowest first: one walk through each role, however many members are asked for. */
export function rolesOfMembers(guild: Guild, userIds: Iterable<Snowflake>): ReadonlyMap<Snowflake, Role[]> {
  const found = new Map<Snowflake, Role[]>();
  for (const id of userIds) found.set(id, []);
  for (const role of guild.roles ?? []) for (const id of role.memberIds) found.get(id)?.push(role);
  return found;
}

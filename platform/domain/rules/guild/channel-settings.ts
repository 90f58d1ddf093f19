import { Permission, type Snowflake } from "sdkpp/wire";
import {
  channelOf,
  ChannelType,
  GuildFeature,
  hasFeature,
  holdsCalls,
  type Channel,
  type Guild,
} from "../../records/guild/guild.js";
import { invalidField } from "../faults.js";
import type { Fault } from "../outcome.js";
import type { NewOverwrite } from "./channel-overwrites.js";

/** Settings of a channel in a request; undefined leaves as it is, null sets the default. */
export interface ChannelSettings {
  readonly name?: string | undefined;
  readonly type?: number | undefined;
  readonly position?: number | undefined;
  readonly topic?: string | null | undefined;
  readonly nsfw?: boolean | undefined;
  readonly rateLimitPerUser?: number | null | undefined;
  readonly bitrate?: number | null | undefined;
  readonly userLimit?: number | null | undefined;
  readonly rtcRegion?: string | null | undefined;
  readonly videoQualityMode?: number | null | undefined;
  readonly autoArchiveMinutes?: number | null | undefined;
  readonly threadRateLimitPerUser?: number | null | undefined;
  readonly parentId?: Snowflake | null | undefined;
  readonly overwrites?: readonly NewOverwrite[] | undefined;
}

/** Permissions that managing a channel needs, beside seeing it: for one that holds calls, entering it, too. */
export function managing(channel: Channel): bigint {
  return Permission.ManageChannels | (holdsCalls(channel) ? Permission.Connect : 0n);
}

/** Types whose names have no spaces and no capitals. */
const PLAIN_NAMED: ReadonlySet<number> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement]);

/** The channel with other settings, except for its overwrites. */
export function withSettings(guild: Guild, channel: Channel, settings: ChannelSettings): Channel | Fault {
  const fault = typeFault(guild, channel, settings) ?? parentFault(guild, channel, settings);
  const limit = fault ?? callFault(guild, channel, settings);
  if (limit !== undefined) return limit;
  const { name, type, position, nsfw, topic, userLimit } = settings;
  const changed = {
    ...channel,
    ...(type === undefined ? {} : { type }),
    ...(position === undefined ? {} : { position }),
    ...(nsfw === undefined ? {} : { nsfw }),
    ...(userLimit === undefined ? {} : { userLimit: userLimit ?? 0 }),
    ...given("topic", topic === "" ? null : topic),
    ...given("rateLimitPerUser", settings.rateLimitPerUser),
    ...given("bitrate", settings.bitrate),
    ...given("rtcRegion", settings.rtcRegion),
    ...given("videoQualityMode", settings.videoQualityMode),
    ...given("autoArchiveMinutes", settings.autoArchiveMinutes),
    ...given("threadRateLimitPerUser", settings.threadRateLimitPerUser),
    ...given("parentId", settings.parentId),
  } as Channel;
  return name === undefined ? changed : { ...changed, name: nameOf(changed, name) };
}

/** The store keeps no undefined fields. */
function given(field: keyof Channel, value: string | number | null | undefined): Partial<Channel> {
  return value === undefined ? {} : { [field]: value ?? undefined };
}

function nameOf({ type }: Channel, name: string): string {
  return PLAIN_NAMED.has(type) ? name.trim().toLowerCase().replaceAll(/\s+/g, "-") : name;
}

/** Only text and announcements turn into each other, where the guild has announcements. */
function typeFault(guild: Guild, channel: Channel, { type }: ChannelSettings): Fault | undefined {
  if (type === undefined || type === channel.type) return undefined;
  const isAllowed =
    PLAIN_NAMED.has(type) && PLAIN_NAMED.has(channel.type) && hasFeature(guild, GuildFeature.News);
  return isAllowed
    ? undefined
    : invalidField("type", "CHANNEL_TYPE_CONVERSION", "The channel cannot become one of this type.");
}

function parentFault(guild: Guild, channel: Channel, { parentId }: ChannelSettings): Fault | undefined {
  if (parentId == null) return undefined;
  const isCategory = channelOf(guild, parentId)?.type === ChannelType.GuildCategory;
  return isCategory && channel.type !== ChannelType.GuildCategory
    ? undefined
    : invalidField("parent_id", "CHANNEL_PARENT_INVALID", "Not a category that this channel can be in.");
}

const AUTO_QUALITY = 1;
const STAGE_BITRATE = 64_000;
const VOICE_BITRATE = 96_000;
const VIP_BITRATE = 384_000;
const VOICE_USERS = 99;
const STAGE_USERS = 10_000;

function callFault(guild: Guild, channel: Channel, settings: ChannelSettings): Fault | undefined {
  if (!holdsCalls(channel) && (settings.videoQualityMode ?? AUTO_QUALITY) !== AUTO_QUALITY)
    return invalidField("video_quality_mode", "CHANNEL_WITHOUT_CALLS", "This channel holds no calls.");
  const isStage = channel.type === ChannelType.GuildStageVoice;
  const fastest = hasFeature(guild, GuildFeature.VipRegions) ? VIP_BITRATE : VOICE_BITRATE;
  return (
    over("bitrate", settings.bitrate, isStage ? STAGE_BITRATE : fastest) ??
    over("user_limit", settings.userLimit, isStage ? STAGE_USERS : VOICE_USERS)
  );
}

function over(field: string, value: number | null | undefined, max: number): Fault | undefined {
  if ((value ?? 0) <= max) return undefined;
  return invalidField(field, "NUMBER_TYPE_MAX", `Value should be less than or equal to ${String(max)}.`);
}

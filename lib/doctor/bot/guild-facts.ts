import {
  asArray,
  asIdText,
  asInteger,
  asObject,
  asString,
  parseEach,
  type JsonObject,
} from "../../protocol/index.js";
import type { Snowflake } from "../../wire/index.js";

/** The permissions that a channel changes for a role or a member. */
export interface OverwriteFacts {
  readonly id: Snowflake;
  readonly allow: bigint;
  readonly deny: bigint;
}

export interface ChannelFacts {
  readonly id: Snowflake;
  readonly name: string;
  readonly type: number;
  readonly overwrites: readonly OverwriteFacts[];
  /** 0: no limit */
  readonly userLimit: number;
  /** undefined: chosen automatically */
  readonly region: string | undefined;
}

export interface VoiceStateFacts {
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
}

/** A server and the bot in it, as GUILD_CREATE tells. */
export interface GuildFacts {
  readonly id: Snowflake;
  readonly name: string;
  readonly ownerId: Snowflake;
  readonly botId: Snowflake;
  /** Permissions by role. */
  readonly roles: ReadonlyMap<Snowflake, bigint>;
  readonly channels: readonly ChannelFacts[];
  /** Roles of the bot, without `@everyone`. */
  readonly ownRoles: readonly Snowflake[];
  /** End of the bot's time-out, Unix milliseconds; undefined: there is none */
  readonly timedOutUntil: number | undefined;
  /** Switches of moderators. */
  readonly isMuted: boolean;
  readonly isDeaf: boolean;
  readonly voiceStates: readonly VoiceStateFacts[];
}

/** @returns undefined when it is not what it should be */
export function parseGuildFacts(guild: JsonObject, botId: Snowflake): GuildFacts | undefined {
  const id = asIdText(guild["id"]);
  const ownerId = asIdText(guild["owner_id"]);
  const own = parseEach(guild["members"], asObject).find(({ user }) => asObject(user)?.["id"] === botId);
  if (id === undefined || ownerId === undefined || own === undefined) return undefined;
  const until = Date.parse(asString(own["communication_disabled_until"]) ?? "");
  return {
    id,
    ownerId,
    botId,
    name: asString(guild["name"]) ?? "",
    roles: new Map(parseEach(guild["roles"], roleOf)),
    channels: parseEach(guild["channels"], channelOf),
    ownRoles: parseEach(own["roles"], asIdText),
    timedOutUntil: Number.isNaN(until) ? undefined : until,
    isMuted: own["mute"] === true,
    isDeaf: own["deaf"] === true,
    voiceStates: parseEach(guild["voice_states"], voiceStateOf),
  };
}

function roleOf(value: unknown): readonly [Snowflake, bigint] | undefined {
  const role = asObject(value);
  const id = asIdText(role?.["id"]);
  return id === undefined ? undefined : [id, bitsOf(role?.["permissions"])];
}

function channelOf(value: unknown): ChannelFacts | undefined {
  const channel = asObject(value);
  const id = asIdText(channel?.["id"]);
  if (channel === undefined || id === undefined) return undefined;
  return {
    id,
    name: asString(channel["name"]) ?? "",
    type: asInteger(channel["type"], 0, 255) ?? 0,
    overwrites: parseEach(asArray(channel["permission_overwrites"]), overwriteOf),
    userLimit: asInteger(channel["user_limit"], 0, 1_000_000) ?? 0,
    region: asString(channel["rtc_region"]),
  };
}

function overwriteOf(value: unknown): OverwriteFacts | undefined {
  const overwrite = asObject(value);
  const id = asIdText(overwrite?.["id"]);
  if (overwrite === undefined || id === undefined) return undefined;
  return { id, allow: bitsOf(overwrite["allow"]), deny: bitsOf(overwrite["deny"]) };
}

function voiceStateOf(value: unknown): VoiceStateFacts | undefined {
  const state = asObject(value);
  const userId = asIdText(state?.["user_id"]);
  const channelId = asIdText(state?.["channel_id"]);
  return userId === undefined || channelId === undefined ? undefined : { userId, channelId };
}

/** Permissions are decimal strings, because they have more bits than numbers. */
function bitsOf(value: unknown): bigint {
  const text = asString(value);
  return text !== undefined && /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}

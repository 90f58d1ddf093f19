import type { GuildChannelPayload, Snowflake } from "sdkpp/wire";
import { holdsCalls, type Channel, type Guild } from "../../records/guild/guild.js";

const DEFAULT_BITRATE = 64_000;

/** @param lastMessageId of the newest message ever posted there; null: none */
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
    rate_limit_per_user: channel.rateLimitPerUser ?? 0,
    topic: channel.topic ?? null,
    ...(channel.autoArchiveMinutes === undefined
      ? {}
      : { default_auto_archive_duration: channel.autoArchiveMinutes }),
    ...(channel.applicationId === undefined ? {} : { application_id: channel.applicationId }),
  };
  if (!holdsCalls(channel)) return common;
  return {
    ...common,
    bitrate: channel.bitrate ?? DEFAULT_BITRATE,
    user_limit: channel.userLimit,
    rtc_region: channel.rtcRegion ?? null,
    video_quality_mode: channel.videoQualityMode ?? 1,
  };
}

import type { GuildChannelPayload } from "sdkpp/wire";
import { holdsCalls, type Channel, type Guild } from "../../records/guild/guild.js";
import { NO_ENDS, type ChannelEnds } from "../channel-ends.js";

const DEFAULT_BITRATE = 64_000;

export function channelView(
  guild: Guild,
  channel: Channel,
  ends: ChannelEnds = NO_ENDS,
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
    ...ends,
    rate_limit_per_user: channel.rateLimitPerUser ?? 0,
    topic: channel.topic ?? null,
    ...(channel.autoArchiveMinutes === undefined
      ? {}
      : { default_auto_archive_duration: channel.autoArchiveMinutes }),
    ...(channel.threadRateLimitPerUser === undefined
      ? {}
      : { default_thread_rate_limit_per_user: channel.threadRateLimitPerUser }),
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

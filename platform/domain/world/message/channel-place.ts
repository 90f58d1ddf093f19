import type { Snowflake } from "sdkpp/wire";
import type { DmChannel } from "../../records/message/dm-channel.js";
import { type PlacedChannel, placedChannel } from "../guild/placed-channel.js";
import type { World } from "../world.js";

export interface GuildPlace extends PlacedChannel {
  readonly kind: "guild";
}

export interface DmPlace {
  readonly kind: "dm";
  readonly channel: DmChannel;
}

/** Where `/channels/{id}` leads: into a guild, or into a conversation of two. */
export type ChannelPlace = GuildPlace | DmPlace;

export function guildPlace(world: World, channelId: Snowflake): GuildPlace | undefined {
  const placed = placedChannel(world, channelId);
  return placed && { kind: "guild", ...placed };
}

export function placeOf(world: World, channelId: Snowflake): ChannelPlace | undefined {
  const channel = world.dmChannels.get(channelId);
  return channel === undefined ? guildPlace(world, channelId) : { kind: "dm", channel };
}

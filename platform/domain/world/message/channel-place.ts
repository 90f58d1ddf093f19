import type { Snowflake } from "sdkpp/wire";
import type { Lobby } from "../../records/lobby/lobby.js";
import type { DmChannel } from "../../records/message/dm-channel.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { placedChannel, placedThread, type PlacedChannel } from "../guild/placed-channel.js";
import type { MessageWorld } from "./message-world.js";

export interface GuildPlace extends PlacedChannel {
  readonly kind: "guild";
}

export interface DmPlace {
  readonly kind: "dm";
  readonly channel: DmChannel;
}

/** The place behind `/channels/{id}`: a guild's channel or one of its threads, or a conversation of two. */
export type ChannelPlace = GuildPlace | DmPlace;

export function guildPlace(world: GuildWorld, channelId: Snowflake): GuildPlace | undefined {
  const placed = placedChannel(world, channelId) ?? placedThread(world, channelId);
  return placed && { kind: "guild", ...placed };
}

export function placeOf(world: MessageWorld & GuildWorld, channelId: Snowflake): ChannelPlace | undefined {
  const channel = world.dmChannels.get(channelId);
  return channel === undefined ? guildPlace(world, channelId) : { kind: "dm", channel };
}

/** The channel that a lobby is linked to; undefined without a link, and when the channel is deleted. */
export function linkedPlace(world: GuildWorld, { link }: Lobby): GuildPlace | undefined {
  return link === undefined ? undefined : guildPlace(world, link.channelId);
}

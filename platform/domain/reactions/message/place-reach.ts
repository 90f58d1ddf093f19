import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import type { Reach } from "../events.js";
import { toReaders } from "../guild/channel-viewers.js";

/** The recipients of message events of a channel: a server's members who may read it, or both users of a conversation. */
export function toPlace(world: World, place: ChannelPlace): Reach {
  return place.kind === "guild"
    ? toReaders(world, place)
    : { to: "accounts", userIds: place.channel.userIds };
}

/** Which channel an event is about. */
export function placeFields(place: ChannelPlace): { channel_id: string; guild_id?: string } {
  const channel_id = place.channel.id;
  return place.kind === "guild" ? { channel_id, guild_id: place.guild.id } : { channel_id };
}

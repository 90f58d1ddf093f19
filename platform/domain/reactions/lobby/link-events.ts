import { GatewayEvent, MessageType, Permission, type Snowflake } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import type { Lobby } from "../../records/lobby/lobby.js";
import { postSystemMessage } from "../../rules/message/system-messages.js";
import { guildChannelView } from "../../views/guild/guild-channel.js";
import { placedChannel, type PlacedChannel } from "../../world/guild/placed-channel.js";
import { guildPlace } from "../../world/message/channel-place.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch, type PlatformEvent } from "../events.js";

/** Tells a guild what is linked to its channel from now on; nothing when the channel is gone. */
export function linkChanged(world: World, channelId: Snowflake | undefined): Dispatch[] {
  const placed = channelId === undefined ? undefined : placedChannel(world, channelId);
  return placed === undefined ? [] : [channelUpdated(world, placed)];
}

/** To members who see the channel, and to bots, which are told of those they do not see as well (G§8). */
function channelUpdated(world: World, placed: PlacedChannel): Dispatch {
  const { guild, channel } = placed;
  const only = guild.memberIds.filter(
    (id) => mayIn(guild, channel, id, Permission.ViewChannel) || world.users.get(id)?.bot === true,
  );
  return dispatch(GatewayEvent.ChannelUpdate, guildChannelView(world, placed), {
    to: "guild",
    guildId: guild.id,
    only,
  });
}

/** The channel itself says that it was linked, and by whom. */
export function linkNoticed(world: World, { applicationId, link }: Lobby): PlatformEvent[] {
  const place = link && guildPlace(world, link.channelId);
  if (link === undefined || place === undefined) return [];
  const type = MessageType.ChannelLinkedToLobby;
  return postSystemMessage(world, place, { type, authorId: link.linkedBy, applicationId });
}

import { GatewayEvent, Permission, type Snowflake } from "sdkpp/wire";
import { dispatch, type Dispatch } from "../events.js";
import { mayIn } from "../guild/guild-permissions.js";
import { guildChannelView } from "./lobby-link.js";
import { placedChannel, type PlacedChannel } from "../guild/placed-channel.js";
import type { World } from "../world.js";

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

import { viewersOf } from "../../records/guild/permissions.js";
import { guildChannelView, hiddenChannelView } from "../../views/guild/guild-channel.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/**
 * An event about a channel, in the form in which each session may see it: members who see the channel get it whole, bots that
 * do not, too, unless their session asked to have such channels hidden (H§9.2).
 */
export function channelDispatches(world: World, t: string, placed: PlacedChannel): Dispatch[] {
  const { guild } = placed;
  const viewers = new Set(viewersOf(guild, placed.channel));
  const others = guild.memberIds.filter((id) => !viewers.has(id) && world.users.get(id)?.bot === true);
  const whole = guildChannelView(world, placed);
  const reach = { to: "guild", guildId: guild.id } as const;
  return [
    dispatch(t, whole, { ...reach, only: [...viewers] }),
    ...(others.length === 0
      ? []
      : [
          dispatch(t, whole, { ...reach, only: others, hidesChannels: false }),
          dispatch(t, hiddenChannelView(placed), { ...reach, only: others, hidesChannels: true }),
        ]),
  ];
}

import { GatewayEvent, Permission, type Snowflake } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import type { FactOf } from "../../facts/facts.js";
import { guildChannelView, hiddenChannelView } from "../../views/guild/guild-channel.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/**
 * CHANNEL_UPDATE to each session that has hidden channels and whose user sees a channel now, or does not any more: with the
 * whole channel, or the hidden form (H§9.2).
 */
export function channelTurns(
  world: World,
  { before, guild }: FactOf<"guildMemberUpdated" | "guildRoleUpdated" | "guildRoleDeleted">,
): Dispatch[] {
  const bots = guild.memberIds.filter((id) => world.users.get(id)?.bot === true);
  return guild.channels.flatMap((channel) => {
    const old = before.channels.find(({ id }) => id === channel.id) ?? channel;
    const saw = (id: Snowflake): boolean => mayIn(before, old, id, Permission.ViewChannel);
    const sees = (id: Snowflake): boolean => mayIn(guild, channel, id, Permission.ViewChannel);
    const turned = bots.filter((id) => saw(id) !== sees(id));
    return [
      ...update(world, { guild, channel }, turned.filter(sees), true),
      ...update(
        world,
        { guild, channel },
        turned.filter((id) => !sees(id)),
        false,
      ),
    ];
  });
}

function update(
  world: World,
  placed: PlacedChannel,
  only: readonly Snowflake[],
  isWhole: boolean,
): Dispatch[] {
  if (only.length === 0) return [];
  const d = isWhole ? guildChannelView(world, placed) : hiddenChannelView(placed);
  const reach = { to: "guild", guildId: placed.guild.id, only, hidesChannels: true } as const;
  return [dispatch(GatewayEvent.ChannelUpdate, d, reach)];
}

import { Permission, type Snowflake } from "sdkpp/wire";
import { holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import type { Reach } from "../events.js";

/** Members who have these permissions in the channel and are connected: in a large guild those are few. */
export function toViewers(
  world: World,
  { guild, channel }: PlacedChannel,
  permissions: bigint,
  except?: Snowflake,
): Reach {
  const userIds = guild.memberIds.filter(
    (id) =>
      id !== except && world.live.applicationsOf(id).length > 0 && mayIn(guild, channel, id, permissions),
  );
  return { to: "guild", guildId: guild.id, only: userIds };
}

/** Members who may read what is written there: in a voice channel, those who may enter it. */
export function toReaders(world: World, placed: PlacedChannel, except?: Snowflake): Reach {
  const entering = holdsCalls(placed.channel) ? Permission.Connect : 0n;
  return toViewers(world, placed, Permission.ViewChannel | entering, except);
}

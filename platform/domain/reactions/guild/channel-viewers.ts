import { Permission, type Snowflake } from "sdkpp/wire";
import { holdsCalls } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import type { GuildReach } from "../events.js";
import { toMembers } from "./connected-members.js";

/** Members who have these permissions in the channel. */
export function toViewers(
  world: World,
  { guild, channel }: PlacedChannel,
  permissions: bigint,
  except?: Snowflake,
): GuildReach {
  return toMembers(world, guild, (id) => id !== except && mayIn(guild, channel, id, permissions));
}

/** Members who may read its messages: in a voice channel, members who may enter it. */
export function toReaders(world: World, placed: PlacedChannel, except?: Snowflake): GuildReach {
  const entering = holdsCalls(placed.channel) ? Permission.Connect : 0n;
  return toViewers(world, placed, Permission.ViewChannel | entering, except);
}

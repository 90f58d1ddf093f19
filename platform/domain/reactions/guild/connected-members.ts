import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import type { World } from "../../world/world.js";
import type { GuildReach } from "../events.js";

/** Members who may hear of something and are connected: in a large guild those are few. */
export function toMembers(world: World, guild: Guild, mayHear: (userId: Snowflake) => boolean): GuildReach {
  const only = guild.memberIds.filter((id) => world.live.applicationsOf(id).length > 0 && mayHear(id));
  return { to: "guild", guildId: guild.id, only };
}

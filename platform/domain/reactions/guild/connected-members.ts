import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import { listeningApplications } from "../../world/presence/listening-applications.js";
import type { World } from "../../world/world.js";
import type { GuildReach } from "../events.js";

/** Members who are connected or have a game in a desktop app: of a large guild those are few. */
export function listeningMembers(world: World, { memberIds }: Guild): Snowflake[] {
  return memberIds.filter((id) => listeningApplications(world, id).length > 0);
}

/** Members who may hear of something and are connected: in a large guild those are few. */
export function toMembers(world: World, guild: Guild, mayHear: (userId: Snowflake) => boolean): GuildReach {
  const only = guild.memberIds.filter((id) => world.live.applicationsOf(id).length > 0 && mayHear(id));
  return { to: "guild", guildId: guild.id, only };
}

import type { Guild } from "../../records/guild/guild.js";
import type { Fact } from "../../facts/facts.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";

/** Deletes a server, as its owner does in the app. What is in it follows. */
export function deleteGuild(world: GuildWorld, guild: Guild): Fact[] {
  world.guilds.delete(guild.id);
  return [{ kind: "guildDeleted", guild }];
}

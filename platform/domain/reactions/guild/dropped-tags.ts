import type { Fact, FactOf } from "../../facts/facts.js";
import { showTag } from "../../rules/user/users.js";
import type { World } from "../../world/world.js";

/** Only members show a guild's tag. */
export function dropTag(world: World, { guild, user }: FactOf<"guildMemberRemoved">): Fact[] {
  return user.primaryGuild?.guildId === guild.id ? showTag(world, user.id, undefined) : [];
}

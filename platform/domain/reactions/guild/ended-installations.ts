import type { Fact, FactOf } from "../../facts/facts.js";
import { dropRole } from "../../rules/guild/roles.js";
import { removeGuildInstallation } from "../../world/application/installations.js";
import type { World } from "../../world/world.js";

/** A bot that leaves a server, or is removed, ends its installation there and takes its own role along. */
export function endInstallation(world: World, fact: FactOf<"guildMemberRemoved">): Fact[] {
  const { before, user } = fact;
  if (user.bot !== true) return [];
  removeGuildInstallation(world, before.id, user.id);
  const own = (before.roles ?? []).filter(
    ({ managed, memberIds }) => managed && memberIds.length === 1 && memberIds[0] === user.id,
  );
  return own.flatMap(({ id }) => dropRole(world, world.guilds.get(before.id) ?? fact.guild, id));
}

import type { Snowflake } from "sdkpp/wire";
import type { Fact } from "../../facts/facts.js";
import type { World } from "../../world/world.js";

/** Takes a member's part in the server away because of its names, or returns it. @returns nothing when it is so already */
export function quarantine(world: World, guildId: Snowflake, userId: Snowflake, isOn: boolean): Fact[] {
  const before = world.guilds.get(guildId);
  const user = world.users.get(userId);
  if (user === undefined || before?.memberIds.includes(userId) !== true) return [];
  const { quarantinedIds = [] } = before;
  if (quarantinedIds.includes(userId) === isOn) return [];
  const others = quarantinedIds.filter((id) => id !== userId);
  const guild = { ...before, quarantinedIds: isOn ? [...others, userId] : others };
  world.guilds.put(guild);
  return [{ kind: "guildMemberUpdated", before, guild, user }];
}

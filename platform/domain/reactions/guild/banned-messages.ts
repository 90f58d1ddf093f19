import type { Fact, FactOf } from "../../facts/facts.js";
import { deleteMessagesOf } from "../../rules/message/deleted-authors.js";
import type { World } from "../../world/world.js";

/** The newest messages of a banned user go with it, if the ban says so. */
export function deleteMessagesOfBanned(
  world: World,
  { guild, user, deleteSeconds }: FactOf<"guildBanAdded">,
): Fact[] {
  const oldest = world.clock.now() - deleteSeconds * 1000;
  return deleteSeconds === 0 ? [] : deleteMessagesOf(world, guild, user.id, oldest);
}

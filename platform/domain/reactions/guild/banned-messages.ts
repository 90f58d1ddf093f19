import type { Fact, FactOf } from "../../facts/facts.js";
import { deleteMessagesOf } from "../../rules/message/deleted-authors.js";
import type { World } from "../../world/world.js";

/** The newest messages of banned users go with them, if the ban says so. */
export function deleteMessagesOfBanned(
  world: World,
  { guild, userIds, deleteSeconds }: FactOf<"guildAuthorsBanned">,
): Fact[] {
  return deleteMessagesOf(world, guild, userIds, world.clock.now() - deleteSeconds * 1000);
}

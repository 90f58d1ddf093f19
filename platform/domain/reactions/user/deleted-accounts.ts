import type { Snowflake } from "sdkpp/wire";
import type { Relationship } from "../../records/relationship/relationship.js";
import type { Fact } from "../../facts/facts.js";
import { change, removeRelationship } from "../../rules/relationship/changes.js";
import { dmChannelsOf } from "../../world/message/dm-channels.js";
import { dropMessages } from "../../world/message/message-log.js";
import { byPartner, relationshipsWith } from "../../world/relationship/partners.js";
import type { World } from "../../world/world.js";

/** Deletes an account, with its relationships and conversations. */
export function deleteAccount(world: World, userId: Snowflake): Fact[] {
  const facts = byPartner(relationshipsWith(world, userId), userId).flatMap(
    ([otherId, between]) => change(world, userId, otherId, () => endAll(world, between)).facts,
  );
  for (const { id } of dmChannelsOf(world, userId)) {
    dropMessages(world, id);
    world.dmChannels.delete(id);
  }
  world.users.delete(userId);
  return facts;
}

export function endAll(world: World, all: readonly Relationship[]): Fact[] {
  return all.flatMap((one) => removeRelationship(world, one.realm, one.ownerId, one.otherId));
}

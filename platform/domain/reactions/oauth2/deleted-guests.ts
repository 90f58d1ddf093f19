import type { Snowflake } from "sdkpp/wire";
import type { Relationship } from "../../records/relationship/relationship.js";
import type { Fact } from "../../facts/facts.js";
import { change, removeRelationship } from "../../rules/relationship/changes.js";
import { dmChannelsOf } from "../../world/message/dm-channels.js";
import type { World } from "../../world/world.js";
import { byPartner, relationshipsWith } from "./account-transfer.js";

/** Deletes the account of a guest, with its relationships and conversations. */
export function deleteGuest(world: World, guestId: Snowflake): Fact[] {
  const facts = byPartner(relationshipsWith(world, guestId), guestId).flatMap(
    ([otherId, between]) => change(world, guestId, otherId, () => endAll(world, between)).facts,
  );
  for (const channel of dmChannelsOf(world, guestId)) world.dmChannels.delete(channel.id);
  world.users.delete(guestId);
  return facts;
}

export function endAll(world: World, all: readonly Relationship[]): Fact[] {
  return all.flatMap((one) => removeRelationship(world, one.realm, one.ownerId, one.otherId));
}

import type { Snowflake } from "sdkpp/wire";
import type { Relationship } from "../../records/relationship/relationship.js";
import type { RelationshipWorld } from "./relationship-world.js";

/** Every relationship that the account is a side of. */
export function relationshipsWith(world: RelationshipWorld, userId: Snowflake): Relationship[] {
  return world.relationships.all().filter((one) => one.ownerId === userId || one.otherId === userId);
}

/** All relationships of the account, by the other side. */
export function byPartner(
  all: readonly Relationship[],
  userId: Snowflake,
): (readonly [otherId: Snowflake, between: readonly Relationship[]])[] {
  const others = new Set(all.map((one) => partnerOf(one, userId)));
  return [...others].map((otherId) => [otherId, all.filter((one) => partnerOf(one, userId) === otherId)]);
}

/** The other side. */
export function partnerOf({ ownerId, otherId }: Relationship, userId: Snowflake): Snowflake {
  return ownerId === userId ? otherId : ownerId;
}

import { RelationshipType, type Snowflake } from "sdkpp/wire";
import {
  PLATFORM,
  relationshipKey,
  type Realm,
  type Relationship,
} from "../../records/relationship/relationship.js";
import type { RelationshipWorld } from "./relationship-world.js";

export function relationshipsOf(world: RelationshipWorld, realm: Realm, ownerId: Snowflake): Relationship[] {
  return world.relationships.listBy("list", `${realm}:${ownerId}`);
}

export function typeBetween(
  world: RelationshipWorld,
  realm: Realm,
  ownerId: Snowflake,
  otherId: Snowflake,
): RelationshipType {
  return world.relationships.get(relationshipKey(realm, ownerId, otherId))?.type ?? RelationshipType.None;
}

export function areFriends(
  world: RelationshipWorld,
  realm: Realm,
  left: Snowflake,
  right: Snowflake,
): boolean {
  return typeBetween(world, realm, left, right) === RelationshipType.Friend;
}

/** On either side. */
export function isBlocked(world: RelationshipWorld, left: Snowflake, right: Snowflake): boolean {
  return [
    [left, right],
    [right, left],
  ].some(([by = "", whom = ""]) => typeBetween(world, PLATFORM, by, whom) === RelationshipType.Blocked);
}

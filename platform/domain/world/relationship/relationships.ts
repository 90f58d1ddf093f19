import { RelationshipType, type Snowflake } from "sdkpp/wire";
import {
  PLATFORM,
  relationshipKey,
  type Realm,
  type Relationship,
} from "../../records/relationship/relationship.js";
import type { World } from "../world.js";

export function relationshipsOf(world: World, realm: Realm, ownerId: Snowflake): Relationship[] {
  return world.relationships.listBy("list", `${realm}:${ownerId}`);
}

export function typeBetween(
  world: World,
  realm: Realm,
  ownerId: Snowflake,
  otherId: Snowflake,
): RelationshipType {
  return world.relationships.get(relationshipKey(realm, ownerId, otherId))?.type ?? RelationshipType.None;
}

export function areFriends(world: World, realm: Realm, left: Snowflake, right: Snowflake): boolean {
  return typeBetween(world, realm, left, right) === RelationshipType.Friend;
}

/** On either side. */
export function isBlocked(world: World, left: Snowflake, right: Snowflake): boolean {
  return [
    [left, right],
    [right, left],
  ].some(([by = "", whom = ""]) => typeBetween(world, PLATFORM, by, whom) === RelationshipType.Blocked);
}

import { RelationshipType, type Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "../../reactions/events.js";
import { withPresence } from "../../reactions/presence/presence-events.js";
import { relationshipAdded, relationshipRemoved } from "../../reactions/relationship/relationship-events.js";
import {
  PLATFORM,
  type Realm,
  type Relationship,
  relationshipKey,
} from "../../records/relationship/relationship.js";
import { typeBetween } from "../../world/relationship/relationships.js";
import type { World } from "../../world/world.js";
import { done, type Result } from "../outcome.js";

/** All or nothing, and afterwards what the two see of each other's presence. */
export function change(
  world: World,
  left: Snowflake,
  right: Snowflake,
  work: () => PlatformEvent[],
): Result<undefined> {
  return done(
    undefined,
    world.store.transaction(() => withPresence(world, left, right, work)),
  );
}

/** The one place where a relationship is written, and told. */
export function putRelationship(world: World, relationship: Omit<Relationship, "since">): PlatformEvent[] {
  const record = { ...relationship, since: world.clock.now() };
  world.relationships.put(record);
  return relationshipAdded(world, record);
}

/** The one place where a relationship ends, and is told; nothing happens where there is none. */
export function removeRelationship(
  world: World,
  realm: Realm,
  ownerId: Snowflake,
  otherId: Snowflake,
): PlatformEvent[] {
  const key = relationshipKey(realm, ownerId, otherId);
  const record = world.relationships.get(key);
  if (record === undefined) return [];
  world.relationships.delete(key);
  return relationshipRemoved(world, record);
}

/** What the other has on its side goes, but never the other's own block. */
export function endOthersSide(
  world: World,
  realm: Realm,
  id: Snowflake,
  otherId: Snowflake,
): PlatformEvent[] {
  const isOwnBlock = typeBetween(world, realm, otherId, id) === RelationshipType.Blocked;
  return isOwnBlock ? [] : removeRelationship(world, realm, otherId, id);
}

/** On both sides, in every game. */
export function endGameRelationships(world: World, id: Snowflake, otherId: Snowflake): PlatformEvent[] {
  const realms = world.relationships
    .listBy("pair", `${id}:${otherId}`)
    .map((one) => one.realm)
    .filter((realm) => realm !== PLATFORM);
  return realms.flatMap((realm) => [
    ...removeRelationship(world, realm, id, otherId),
    ...removeRelationship(world, realm, otherId, id),
  ]);
}

import { RelationshipType, type Snowflake } from "sdkpp/wire";
import {
  PLATFORM,
  relationshipKey,
  type Realm,
  type Relationship,
} from "../../records/relationship/relationship.js";
import { sightsBetween } from "../../views/presence/visibility.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import { typeBetween } from "../../world/relationship/relationships.js";
import type { Fact } from "../../facts/facts.js";
import { done, type Outcome } from "../outcome.js";

/** Carries out a change between two users, who may see each other's presence differently afterwards. */
export function change(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld & PresenceWorld,
  left: Snowflake,
  right: Snowflake,
  work: () => Fact[],
): Outcome<undefined> {
  const sightsBefore = sightsBetween(world, left, right);
  return done(undefined, [...work(), { kind: "pairChanged", userIds: [left, right], sightsBefore }]);
}

/** The one place where a relationship is written. */
export function putRelationship(
  world: RelationshipWorld & ClockPort,
  relationship: Omit<Relationship, "since">,
): Fact[] {
  const record = { ...relationship, since: world.clock.now() };
  world.relationships.put(record);
  return [{ kind: "relationshipAdded", relationship: record }];
}

/** The one place where a relationship is deleted; nothing happens where there is none. */
export function removeRelationship(
  world: RelationshipWorld,
  realm: Realm,
  ownerId: Snowflake,
  otherId: Snowflake,
): Fact[] {
  const key = relationshipKey(realm, ownerId, otherId);
  const record = world.relationships.get(key);
  if (record === undefined) return [];
  world.relationships.delete(key);
  return [{ kind: "relationshipRemoved", relationship: record }];
}

/** Deletes the other user's side, except for its own block. */
export function endOthersSide(
  world: RelationshipWorld,
  realm: Realm,
  id: Snowflake,
  otherId: Snowflake,
): Fact[] {
  const isOwnBlock = typeBetween(world, realm, otherId, id) === RelationshipType.Blocked;
  return isOwnBlock ? [] : removeRelationship(world, realm, otherId, id);
}

/** Every relationship of one game. */
export function endRealm(world: RelationshipWorld, realm: Realm): Fact[] {
  const all = world.relationships.all().filter((one) => one.realm === realm);
  return all.flatMap(({ ownerId, otherId }) => removeRelationship(world, realm, ownerId, otherId));
}

/** On both sides, in every game. */
function endGameRelationships(world: RelationshipWorld, id: Snowflake, otherId: Snowflake): Fact[] {
  const realms = world.relationships
    .listBy("pair", `${id}:${otherId}`)
    .map((one) => one.realm)
    .filter((realm) => realm !== PLATFORM);
  return realms.flatMap((realm) => [
    ...removeRelationship(world, realm, id, otherId),
    ...removeRelationship(world, realm, otherId, id),
  ]);
}

/** Ends everything between the two, in every game; what the other has blocked stays blocked. */
export function putBlock(world: RelationshipWorld & ClockPort, id: Snowflake, otherId: Snowflake): Fact[] {
  return [
    ...endGameRelationships(world, id, otherId),
    ...endOthersSide(world, PLATFORM, id, otherId),
    ...putRelationship(world, { realm: PLATFORM, ownerId: id, otherId, type: RelationshipType.Blocked }),
  ];
}

import { GatewayEvent, RelationshipType, type Snowflake } from "sdkpp/wire";
import { PLATFORM, type Relationship } from "../../records/relationship/relationship.js";
import type { FactOf } from "../../rules/facts.js";
import {
  gameRelationshipView,
  relationshipEndView,
  relationshipView,
} from "../../views/relationship/relationship.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** To the owner's sessions: the relationship is new or has another type. */
export function relationshipAdded(world: World, { relationship }: FactOf<"relationshipAdded">): Dispatch[] {
  const { realm, otherId } = relationship;
  const other = world.users.get(otherId);
  if (other === undefined) return [];
  if (realm !== PLATFORM) {
    const d = gameRelationshipView(relationship, other);
    return [toOwner(GatewayEvent.GameRelationshipAdd, d, realm, relationship)];
  }
  const should_notify = relationship.type === RelationshipType.PendingIncoming;
  return listeningApplications(world, relationship).map((applicationId) => {
    // Whether the other has played it differs per application.
    const d = { ...relationshipView(world, relationship, other, applicationId), should_notify };
    return toOwner(GatewayEvent.RelationshipAdd, d, applicationId, relationship);
  });
}

/** To the owner's sessions. */
export function relationshipRemoved(
  world: World,
  { relationship }: FactOf<"relationshipRemoved">,
): Dispatch[] {
  const { realm } = relationship;
  if (realm !== PLATFORM) {
    const d = gameRelationshipView(relationship);
    return [toOwner(GatewayEvent.GameRelationshipRemove, d, realm, relationship)];
  }
  const d = relationshipEndView(relationship);
  return listeningApplications(world, relationship).map((applicationId) =>
    toOwner(GatewayEvent.RelationshipRemove, d, applicationId, relationship),
  );
}

function listeningApplications(world: World, { ownerId }: Relationship): Snowflake[] {
  return world.live.applicationsOf(ownerId);
}

function toOwner(t: string, d: unknown, applicationId: Snowflake, { ownerId }: Relationship): Dispatch {
  return dispatch(t, d, { to: "users", applicationId, userIds: [ownerId] });
}

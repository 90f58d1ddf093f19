import { GatewayEvent, RelationshipType, type Snowflake } from "sdkpp/wire";
import { PLATFORM, type Relationship } from "../../records/relationship/relationship.js";
import type { FactOf } from "../../facts/facts.js";
import {
  gameRelationshipView,
  relationshipEndView,
  relationshipView,
} from "../../views/relationship/relationship.js";
import { childrenOf } from "../../world/oauth2/families.js";
import { listeningApplications } from "../../world/presence/listening-applications.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** Notifies the owner's sessions: the relationship is new or has another type. */
export function relationshipAdded(world: World, { relationship }: FactOf<"relationshipAdded">): Dispatch[] {
  const { realm, otherId } = relationship;
  const other = world.users.get(otherId);
  if (other === undefined) return [];
  if (realm !== PLATFORM) {
    const d = gameRelationshipView(relationship, other);
    return toPlayer(world, GatewayEvent.GameRelationshipAdd, d, relationship);
  }
  const should_notify = relationship.type === RelationshipType.PendingIncoming;
  return listeningApplications(world, relationship.ownerId).map((applicationId) => {
    // Whether the other has played it differs per application.
    const d = { ...relationshipView(world, relationship, other, applicationId), should_notify };
    return toOwner(GatewayEvent.RelationshipAdd, d, applicationId, relationship);
  });
}

/** Notifies the owner's sessions. */
export function relationshipRemoved(
  world: World,
  { relationship }: FactOf<"relationshipRemoved">,
): Dispatch[] {
  const { realm } = relationship;
  if (realm !== PLATFORM) {
    const d = gameRelationshipView(relationship);
    return toPlayer(world, GatewayEvent.GameRelationshipRemove, d, relationship);
  }
  const d = relationshipEndView(relationship);
  return listeningApplications(world, relationship.ownerId).map((applicationId) =>
    toOwner(GatewayEvent.RelationshipRemove, d, applicationId, relationship),
  );
}

/** Notifies the game, or all games of the publisher. */
function toPlayer(world: World, t: string, d: unknown, relationship: Relationship): Dispatch[] {
  const { realm } = relationship;
  const games = childrenOf(world, realm).map(({ id }) => id);
  return [realm, ...games].map((applicationId) => toOwner(t, d, applicationId, relationship));
}

function toOwner(t: string, d: unknown, applicationId: Snowflake, { ownerId }: Relationship): Dispatch {
  return dispatch(t, d, { to: "users", applicationId, userIds: [ownerId] });
}

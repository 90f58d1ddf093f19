import {
  GatewayIntent,
  RelationshipType,
  Scope,
  type GameRelationshipPayload,
  type PresencePayload,
  type RelationshipPayload,
  type UserPayload,
} from "sdkpp/wire";
import { hasIntent } from "../domain/world/presence/listener.js";
import { presenceView } from "../domain/views/presence/presence.js";
import { gameRelationshipView, relationshipView } from "../domain/views/relationship/relationship.js";
import { gameRealmOf } from "../domain/world/oauth2/families.js";
import { PLATFORM, type Relationship } from "../domain/records/relationship/relationship.js";
import { relationshipsOf } from "../domain/world/relationship/relationships.js";
import type { User } from "../domain/records/user/user.js";
import { userView } from "../domain/views/user/user.js";
import type { World } from "../domain/world/world.js";
import type { SessionIdentity } from "./session.js";

/** Relationships and presences of a user for READY (G§5). */
export interface SocialReady {
  readonly relationships: readonly RelationshipPayload[];
  readonly gameRelationships: readonly GameRelationshipPayload[];
  /** Presences of friends who are not offline. */
  readonly presences: readonly PresencePayload[];
  /** All users in the lists above. */
  readonly users: readonly UserPayload[];
}

type Known = readonly [Relationship, User];

/** @param isDeduplicated whether the lists carry user ids only, because READY lists users separately */
export function socialReady(world: World, identity: SessionIdentity, isDeduplicated: boolean): SocialReady {
  const { applicationId } = identity;
  const platform = knownOf(world, identity, PLATFORM);
  const game = knownOf(world, identity, gameRealmOf(world, applicationId));
  const users = new Map([...platform, ...game].map(([, user]) => [user.id, user]));
  const relationships = platform.map(([one, other]) => relationshipView(world, one, other, applicationId));
  return {
    relationships: isDeduplicated ? relationships.map(byUserId) : relationships,
    gameRelationships: game.map(([one, other]) =>
      gameRelationshipView(one, isDeduplicated ? undefined : other),
    ),
    presences: presencesOf(world, identity, [...platform, ...game]).map(({ id, presence }) =>
      isDeduplicated ? { ...presence, user_id: id } : { ...presence, user: { id } },
    ),
    users: [...users.values()].map(userView),
  };
}

function knownOf(world: World, identity: SessionIdentity, realm: string): Known[] {
  if (!identity.scopes.has(Scope.RelationshipsRead) || !hasIntent(identity, GatewayIntent.UserRelationships))
    return [];
  return relationshipsOf(world, realm, identity.userId).flatMap((one): Known[] => {
    const other = world.users.get(one.otherId);
    return other === undefined ? [] : [[one, other]];
  });
}

function presencesOf(world: World, identity: SessionIdentity, known: readonly Known[]) {
  const mayHear = identity.scopes.has(Scope.ActivitiesRead) || identity.scopes.has(Scope.PresencesRead);
  if (!mayHear || !hasIntent(identity, GatewayIntent.UserPresence)) return [];
  const friends = known.filter(([one]) => one.type === RelationshipType.Friend).map(([, { id }]) => id);
  return [...new Set(friends)]
    .map((id) => ({ id, presence: withoutUser(presenceView(world, identity, id)) }))
    .filter(({ presence }) => presence.status !== "offline");
}

function byUserId({ user: _user, ...rest }: RelationshipPayload): RelationshipPayload {
  return { ...rest, user_id: rest.id };
}

function withoutUser({ user: _user, ...rest }: PresencePayload): PresencePayload {
  return rest;
}

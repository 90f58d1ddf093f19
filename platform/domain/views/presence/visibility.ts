import { RelationshipType, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberOf } from "../../records/lobby/lobby.js";
import type { SessionPresence } from "../../records/presence/session-presence.js";
import { PLATFORM } from "../../records/relationship/relationship.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { areOfOnePublisher, gameRealmOf } from "../../world/oauth2/families.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import { areFriends, typeBetween } from "../../world/relationship/relationships.js";

/** A user in one application. */
export interface Viewer {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
}

const STRANGERS: ReadonlySet<RelationshipType> = new Set([RelationshipType.None, RelationshipType.Blocked]);

/**
 * The games in which `viewer` sees `subjectId` (G§6): friends in all, game friends in those of the publisher, related members of a
 * lobby in their own only, other users in none. An invisible session is in no game.
 */
export function gamesSeen(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld & PresenceWorld,
  viewer: Viewer,
  subjectId: Snowflake,
): Snowflake[] {
  return [...new Set(sessionsSeen(world, viewer, subjectId).map(({ applicationId }) => applicationId))];
}

/** Whether the viewer may see the user's presence. */
export function isWatching(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld,
  viewer: Viewer,
  subjectId: Snowflake,
): boolean {
  return areFriends(world, PLATFORM, viewer.userId, subjectId) || isWatchingInGame(world, viewer, subjectId);
}

export function sessionsSeen(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld & PresenceWorld,
  viewer: Viewer,
  subjectId: Snowflake,
): SessionPresence[] {
  const sessions = world.presences.visibleOf(subjectId);
  if (areFriends(world, PLATFORM, viewer.userId, subjectId)) return sessions;
  if (areGameFriends(world, viewer, subjectId))
    return sessions.filter(({ applicationId }) =>
      areOfOnePublisher(world, applicationId, viewer.applicationId),
    );
  return isWatchingInGame(world, viewer, subjectId)
    ? sessions.filter(({ applicationId }) => applicationId === viewer.applicationId)
    : [];
}

function isWatchingInGame(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld,
  viewer: Viewer,
  subjectId: Snowflake,
): boolean {
  const { applicationId, userId } = viewer;
  return areGameFriends(world, viewer, subjectId)
    ? true
    : isRelated(world, applicationId, userId, subjectId) &&
        shareLobby(world, applicationId, userId, subjectId);
}

/** Friends in the games of the viewer's publisher. */
function areGameFriends(
  world: ApplicationWorld & RelationshipWorld,
  { applicationId, userId }: Viewer,
  subjectId: Snowflake,
): boolean {
  return areFriends(world, gameRealmOf(world, applicationId), userId, subjectId);
}

/** Whether the user has the subject in a list, other than as blocked. */
function isRelated(
  world: ApplicationWorld & RelationshipWorld,
  applicationId: Snowflake,
  userId: Snowflake,
  subjectId: Snowflake,
): boolean {
  return [PLATFORM, gameRealmOf(world, applicationId)].some(
    (realm) => !STRANGERS.has(typeBetween(world, realm, userId, subjectId)),
  );
}

function shareLobby(world: LobbyWorld, applicationId: Snowflake, left: Snowflake, right: Snowflake): boolean {
  const lobbies = world.lobbies.listBy("member", grantKey(applicationId, left));
  return lobbies.some((lobby) => memberOf(lobby, right) !== undefined);
}

/** Which games of `subjectId` a viewer sees. */
export interface Sight {
  readonly viewer: Viewer;
  readonly subjectId: Snowflake;
  readonly games: readonly Snowflake[];
}

/** The presence that each of two users sees of the other, in each application that it is in right now. */
export function sightsBetween(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld & PresenceWorld,
  left: Snowflake,
  right: Snowflake,
): Sight[] {
  return [...sightsOf(world, left, right), ...sightsOf(world, right, left)];
}

function sightsOf(
  world: ApplicationWorld & LobbyWorld & RelationshipWorld & PresenceWorld,
  userId: Snowflake,
  subjectId: Snowflake,
): Sight[] {
  return world.live.applicationsOf(userId).map((applicationId) => {
    const viewer = { applicationId, userId };
    return { viewer, subjectId, games: gamesSeen(world, viewer, subjectId) };
  });
}

import { RelationshipType, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberOf } from "../../records/lobby/lobby.js";
import type { SessionPresence } from "../../records/presence/session-presence.js";
import { PLATFORM } from "../../records/relationship/relationship.js";
import { areFriends, typeBetween } from "../../world/relationship/relationships.js";
import type { World } from "../../world/world.js";

/** A user with the application whose sessions look on. */
export interface Viewer {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
}

const STRANGERS: ReadonlySet<RelationshipType> = new Set([RelationshipType.None, RelationshipType.Blocked]);

/**
 * The games in which `viewer` sees `subjectId` (G§6): friends in all, game friends and related members of a lobby in
 * their own only, anybody else in none. An invisible session is in no game.
 */
export function gamesSeen(world: World, viewer: Viewer, subjectId: Snowflake): Snowflake[] {
  return [...new Set(sessionsSeen(world, viewer, subjectId).map(({ applicationId }) => applicationId))];
}

/** Whether a user's presence is any business of the viewer's. */
export function isWatching(world: World, viewer: Viewer, subjectId: Snowflake): boolean {
  return areFriends(world, PLATFORM, viewer.userId, subjectId) || isWatchingInGame(world, viewer, subjectId);
}

export function sessionsSeen(world: World, viewer: Viewer, subjectId: Snowflake): SessionPresence[] {
  const sessions = world.presences.visibleOf(subjectId);
  if (areFriends(world, PLATFORM, viewer.userId, subjectId)) return sessions;
  return isWatchingInGame(world, viewer, subjectId)
    ? sessions.filter(({ applicationId }) => applicationId === viewer.applicationId)
    : [];
}

function isWatchingInGame(world: World, { applicationId, userId }: Viewer, subjectId: Snowflake): boolean {
  return areFriends(world, applicationId, userId, subjectId)
    ? true
    : isRelated(world, applicationId, userId, subjectId) &&
        shareLobby(world, applicationId, userId, subjectId);
}

/** There is something between the two, and it is no block: whoever is blocked has nothing left on its own side. */
function isRelated(world: World, applicationId: Snowflake, userId: Snowflake, subjectId: Snowflake): boolean {
  return [PLATFORM, applicationId].some(
    (realm) => !STRANGERS.has(typeBetween(world, realm, userId, subjectId)),
  );
}

function shareLobby(world: World, applicationId: Snowflake, left: Snowflake, right: Snowflake): boolean {
  const lobbies = world.lobbies.listBy("member", grantKey(applicationId, left));
  return lobbies.some((lobby) => memberOf(lobby, right) !== undefined);
}

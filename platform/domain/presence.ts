import type { PresencePayload, Snowflake } from "sdkpp/wire";
import { hasAuthorized } from "./oauth2.js";
import { areFriends, PLATFORM } from "./relationship.js";
import { userView } from "./user.js";
import type { World } from "./world.js";

/** A user with the application whose sessions look on. */
export interface Viewer {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
}

/** The games in which `viewer` sees `subjectId` play: friends everywhere, game friends in their game only (G§6). */
export function gamesSeen(world: World, viewer: Viewer, subjectId: Snowflake): Snowflake[] {
  const games = world.live.applicationsOf(subjectId);
  if (areFriends(world, PLATFORM, viewer.userId, subjectId)) return games;
  const { applicationId } = viewer;
  return areFriends(world, applicationId, viewer.userId, subjectId)
    ? games.filter((game) => game === applicationId)
    : [];
}

/** Whether a user's presence is any business of the viewer's. */
export function isWatching(world: World, viewer: Viewer, subjectId: Snowflake): boolean {
  return [PLATFORM, viewer.applicationId].some((realm) => areFriends(world, realm, viewer.userId, subjectId));
}

/** Of every live session's application, its bare name is shown as played; nobody can say more yet. */
export function presenceView(world: World, viewer: Viewer, subjectId: Snowflake): PresencePayload {
  const games = gamesSeen(world, viewer, subjectId);
  const status = games.length > 0 ? "online" : "offline";
  const user = world.users.get(subjectId);
  return {
    user: user === undefined ? { id: subjectId } : userView(user),
    status,
    activities: games.map((game) => playing(world, game, subjectId)),
    client_status: status === "online" ? { embedded: status } : {},
    has_played_game: hasAuthorized(world, viewer.applicationId, subjectId),
  };
}

function playing(world: World, applicationId: Snowflake, userId: Snowflake) {
  return {
    id: BigInt(applicationId).toString(16).padStart(16, "0"),
    type: 0,
    name: world.applications.get(applicationId)?.name ?? "",
    application_id: applicationId,
    created_at: world.live.since(applicationId, userId) ?? 0,
  };
}

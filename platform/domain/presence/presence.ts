import {
  RelationshipType,
  type ActivityPayload,
  type OnlineStatus,
  type PresencePayload,
  type Snowflake,
} from "sdkpp/wire";
import { flagsOf, publicFacts } from "./activity.js";
import { memberOf } from "../lobby/lobby.js";
import { hasAuthorized } from "../oauth2/oauth2.js";
import { areFriends, PLATFORM, typeBetween } from "../relationship/relationship.js";
import type { Activity, SessionPresence } from "./session-presences.js";
import { userView } from "../user/user.js";
import { grantKey } from "../grant-key.js";
import type { World } from "../world.js";

/** A user with the application whose sessions look on. */
export interface Viewer {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
}

/** What a presence says beside whose it is. */
export type Look = Pick<PresencePayload, "status" | "activities" | "client_status">;

const STRANGERS: ReadonlySet<RelationshipType> = new Set([RelationshipType.None, RelationshipType.Blocked]);
/** Who wants quiet anywhere wants it everywhere; who is there anywhere is not away. */
const PRECEDENCE: readonly OnlineStatus[] = ["dnd", "online", "idle"];

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

/** How a user looks to a viewer; offline when there is nothing the viewer may see. */
export function presenceView(world: World, viewer: Viewer, subjectId: Snowflake): PresencePayload {
  return {
    ...presenceOf(world, subjectId, sessionsSeen(world, viewer, subjectId)),
    has_played_game: hasAuthorized(world, viewer.applicationId, subjectId),
  };
}

/** How a user looks to the bots of a guild both are in. */
export function guildPresenceView(world: World, guildId: Snowflake, userId: Snowflake): PresencePayload {
  return { ...presenceOf(world, userId, world.presences.visibleOf(userId)), guild_id: guildId };
}

/** How some sessions of one user look together. */
export function lookOf(world: World, sessions: readonly SessionPresence[]): Look {
  const status = PRECEDENCE.find((each) => sessions.some((session) => session.status === each)) ?? "offline";
  return {
    status,
    activities: activitiesOf(world, sessions),
    client_status: status === "offline" ? {} : { embedded: status },
  };
}

/** Everything a session says it does; nothing of what only the platform may know. */
export function activitiesOfSession(world: World, session: SessionPresence): ActivityPayload[] {
  return session.activities.map((activity) => activityView(world, session, activity));
}

function presenceOf(world: World, userId: Snowflake, sessions: readonly SessionPresence[]): PresencePayload {
  const user = world.users.get(userId);
  return { user: user === undefined ? { id: userId } : userView(user), ...lookOf(world, sessions) };
}

function sessionsSeen(world: World, viewer: Viewer, subjectId: Snowflake): SessionPresence[] {
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

/** The newest first, so that of two sessions in one game the one that spoke last is seen. */
function activitiesOf(world: World, sessions: readonly SessionPresence[]): ActivityPayload[] {
  const named = sessions.flatMap((session) => activitiesOfSession(world, session));
  named.sort((left, right) => (right.created_at ?? 0) - (left.created_at ?? 0));
  return [...named, ...silentGames(world, sessions)];
}

/** Of a game whose sessions have never named an activity, its bare name is shown as played. */
function silentGames(world: World, sessions: readonly SessionPresence[]): ActivityPayload[] {
  const spoken = new Set(sessions.filter(({ hasSpoken }) => hasSpoken).map((one) => one.applicationId));
  const first = new Map<Snowflake, SessionPresence>();
  for (const session of sessions) {
    const { applicationId } = session;
    if (!session.isBot && !spoken.has(applicationId) && !first.has(applicationId))
      first.set(applicationId, session);
  }
  return [...first.values()].map((session) => playing(world, session));
}

function playing(world: World, { applicationId, since }: SessionPresence): ActivityPayload {
  return {
    id: BigInt(applicationId).toString(16).padStart(16, "0"),
    type: 0,
    name: world.applications.get(applicationId)?.name ?? "",
    application_id: applicationId,
    created_at: since,
  };
}

function activityView(world: World, session: SessionPresence, activity: Activity): ActivityPayload {
  const { facts, id, createdAt } = activity;
  return {
    ...publicFacts(facts),
    id,
    created_at: createdAt,
    session_id: session.sessionId,
    flags: flagsOf(facts),
    // A bot's game is not its application's.
    ...(session.isBot ? {} : { application_id: session.applicationId, platform: "embedded" }),
  };
}

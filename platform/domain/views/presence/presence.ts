import type { ActivityPayload, OnlineStatus, PresencePayload, Snowflake } from "sdkpp/wire";
import type { Activity, SessionPresence } from "../../records/presence/session-presence.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { hasAuthorized } from "../../world/oauth2/grants.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";
import { flagsOf, publicActivity } from "./activity.js";
import { sessionsSeen, type Viewer } from "./visibility.js";

/** A presence without its user. */
export type Look = Pick<PresencePayload, "status" | "activities" | "client_status">;

/** Precedence among a user's sessions: do not disturb beats online, and online beats idle. */
const PRECEDENCE: readonly OnlineStatus[] = ["dnd", "online", "idle"];

/** How a user looks to a viewer; offline when there is nothing the viewer may see. */
export function presenceView(
  world: LobbyWorld & UserWorld & RelationshipWorld & PresenceWorld & ApplicationWorld & OAuth2World,
  viewer: Viewer,
  subjectId: Snowflake,
): PresencePayload {
  return {
    ...presenceOf(world, subjectId, sessionsSeen(world, viewer, subjectId)),
    has_played_game: hasAuthorized(world, viewer.applicationId, subjectId),
  };
}

/** How a user looks to the bots of a guild both are in. */
export function guildPresenceView(
  world: UserWorld & PresenceWorld & ApplicationWorld,
  guildId: Snowflake,
  userId: Snowflake,
): PresencePayload {
  return { ...presenceOf(world, userId, world.presences.visibleOf(userId)), guild_id: guildId };
}

/** How some sessions of one user look together. */
export function lookOf(world: ApplicationWorld, sessions: readonly SessionPresence[]): Look {
  return {
    status: statusOf(sessions) ?? "offline",
    activities: activitiesOf(world, sessions),
    client_status: statusByClient(sessions),
  };
}

/** The most important status of the sessions that run on each kind of client. */
function statusByClient(sessions: readonly SessionPresence[]): Look["client_status"] {
  const kinds = new Set(sessions.map(({ client }) => client));
  const shown = [...kinds].flatMap((kind) => {
    const status = statusOf(sessions.filter(({ client }) => client === kind));
    return status === undefined ? [] : [[kind, status] as const];
  });
  return Object.fromEntries(shown);
}

function statusOf(sessions: readonly SessionPresence[]): OnlineStatus | undefined {
  return PRECEDENCE.find((each) => sessions.some((session) => session.status === each));
}

/** The activities of a session, without what only the platform may know. */
export function activitiesOfSession(session: SessionPresence): ActivityPayload[] {
  return session.activities.map((activity) => activityView(session, activity));
}

function presenceOf(
  world: UserWorld & ApplicationWorld,
  userId: Snowflake,
  sessions: readonly SessionPresence[],
): PresencePayload {
  const user = world.users.get(userId);
  return { user: user === undefined ? { id: userId } : userView(user), ...lookOf(world, sessions) };
}

/**
 * The newest first, so that of two sessions in one game the one that spoke last is seen. Ids say which that is: two of them may
 * have spoken in one millisecond.
 */
function activitiesOf(world: ApplicationWorld, sessions: readonly SessionPresence[]): ActivityPayload[] {
  const named = sessions.flatMap((session) =>
    activitiesOfSession(session).map((activity) => ({ ...activity, ...parentPart(world, activity) })),
  );
  named.sort(({ id: left = "" }, { id: right = "" }) => Number(left < right) - Number(left > right));
  return [...named, ...silentGames(world, sessions)];
}

/** The publisher's parent application, by which its other games know whose activity it is. */
function parentPart(
  world: ApplicationWorld,
  { application_id: id = "" }: Pick<ActivityPayload, "application_id">,
): Pick<ActivityPayload, "parent_application_id"> {
  const parentId = world.applications.get(id)?.parentId;
  return parentId === undefined ? {} : { parent_application_id: parentId };
}

/** Games whose sessions have never named an activity; their bare names are shown as played. */
function silentGames(world: ApplicationWorld, sessions: readonly SessionPresence[]): ActivityPayload[] {
  const spoken = new Set(sessions.filter(({ hasSpoken }) => hasSpoken).map((one) => one.applicationId));
  const first = new Map<Snowflake, SessionPresence>();
  for (const session of sessions) {
    const { applicationId } = session;
    if (!session.isBot && !spoken.has(applicationId) && !first.has(applicationId))
      first.set(applicationId, session);
  }
  return [...first.values()].map((session) => playing(world, session));
}

function playing(world: ApplicationWorld, { applicationId, since }: SessionPresence): ActivityPayload {
  return {
    id: BigInt(applicationId).toString(16).padStart(16, "0"),
    type: 0,
    name: world.applications.get(applicationId)?.name ?? "",
    application_id: applicationId,
    ...parentPart(world, { application_id: applicationId }),
    created_at: since,
  };
}

function activityView(session: SessionPresence, activity: Activity): ActivityPayload {
  const { fields, id, createdAt } = activity;
  return {
    ...publicActivity(fields),
    id,
    created_at: createdAt,
    session_id: session.sessionId,
    flags: flagsOf(fields),
    // A bot's game is not its application's.
    ...(session.isBot ? {} : { application_id: session.applicationId, platform: "embedded" }),
  };
}

/** A user's presence for friends, and for users who see this application only, as a text to compare. */
export function appearanceOf(
  world: PresenceWorld & ApplicationWorld,
  { applicationId, userId }: Viewer,
): string {
  const sessions = world.presences.visibleOf(userId);
  const inGame = sessions.filter((session) => session.applicationId === applicationId);
  return JSON.stringify([lookOf(world, sessions), lookOf(world, inGame)]);
}

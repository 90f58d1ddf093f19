import type { Snowflake } from "sdkpp/wire";
import { isVisible, type SessionPresence } from "../../records/presence/session-presence.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import { activitiesOfSession, lookOf } from "./presence.js";

/** Sessions that a user's list names at most. */
const LISTED_MAX = 15;
/** The entry that combines all of a user's sessions, as others see them. */
const TOGETHER = "all";

/** A user's sessions as one of them sees them; `sessions` of READY and SESSIONS_REPLACE (G§5). */
export function sessionsView(
  world: PresenceWorld & ApplicationWorld,
  userId: Snowflake,
  receiverId: string,
): object[] {
  const sessions = world.presences.of(userId);
  return [...listedView(sessions, receiverId), ...togetherView(world, sessions)];
}

/** The newest sessions, the receiver always among them. */
export function listedView(sessions: readonly SessionPresence[], receiverId: string): object[] {
  const newest = sessions.slice(-LISTED_MAX);
  const isListed = newest.some(({ sessionId }) => sessionId === receiverId);
  const receiver = isListed ? undefined : sessions.find(({ sessionId }) => sessionId === receiverId);
  const listed = receiver === undefined ? newest : [receiver, ...newest.slice(1)];
  return listed.map((session) => sessionView(session, session.sessionId === receiverId));
}

function sessionView(session: SessionPresence, isActive: boolean): object {
  const { sessionId, status, client } = session;
  return {
    session_id: sessionId,
    client_info: clientInfo(client),
    status,
    activities: activitiesOfSession(session),
    hidden_activities: [],
    active: isActive,
  };
}

/** Nothing where one session is all there is. */
export function togetherView(world: ApplicationWorld, sessions: readonly SessionPresence[]): object[] {
  if (sessions.length < 2) return [];
  const { status, activities } = lookOf(world, sessions.filter(isVisible));
  const client_info = clientInfo("unknown");
  return [{ session_id: TOGETHER, client_info, status, activities, hidden_activities: [] }];
}

function clientInfo(client: string): object {
  return { client, os: "unknown", version: 0 };
}

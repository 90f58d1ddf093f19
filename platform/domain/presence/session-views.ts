import { GatewayEvent, type Snowflake } from "sdkpp/wire";
import { dispatch, type Dispatch } from "../events.js";
import { activitiesOfSession, lookOf } from "./presence.js";
import type { SessionPresence } from "./session-presences.js";
import type { World } from "../world.js";

/** Sessions that a user's list names at most. */
const LISTED_MAX = 15;
/** Stands for all of a user's sessions: what others see. */
const TOGETHER = "all";

/** A user's sessions as one of them is told; `sessions` of READY and SESSIONS_REPLACE (G§5). */
export function sessionsView(world: World, userId: Snowflake, receiverId: string): object[] {
  const sessions = world.presences.of(userId);
  const others = sessions.filter(({ sessionId }) => sessionId !== receiverId).slice(1 - LISTED_MAX);
  const listed = sessions.filter((one) => one.sessionId === receiverId || others.includes(one));
  const views = listed.map((session) => sessionView(world, session, session.sessionId === receiverId));
  return sessions.length > 1 ? [...views, togetherView(world, userId)] : views;
}

/** Tells each of a user's sessions how they all look now; bots have no such list. @param but told already */
export function sessionsReplaced(world: World, userId: Snowflake, but?: string): Dispatch[] {
  return world.presences
    .of(userId)
    .filter(({ isBot, sessionId }) => !isBot && sessionId !== but)
    .map(({ sessionId }) =>
      dispatch(GatewayEvent.SessionsReplace, sessionsView(world, userId, sessionId), {
        to: "session",
        sessionId,
      }),
    );
}

function sessionView(world: World, session: SessionPresence, isActive: boolean): object {
  const { sessionId, status } = session;
  return {
    session_id: sessionId,
    client_info: clientInfo("embedded"),
    status,
    activities: activitiesOfSession(world, session),
    hidden_activities: [],
    active: isActive,
  };
}

function togetherView(world: World, userId: Snowflake): object {
  const { status, activities } = lookOf(world, world.presences.visibleOf(userId));
  const client_info = clientInfo("unknown");
  return { session_id: TOGETHER, client_info, status, activities, hidden_activities: [] };
}

function clientInfo(client: string): object {
  return { client, os: "unknown", version: 0 };
}

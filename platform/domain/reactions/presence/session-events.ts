import { GatewayEvent, type Snowflake } from "sdkpp/wire";
import { listedView, togetherView } from "../../views/presence/sessions.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch } from "../events.js";

/** Tells each of a user's sessions how they all look now; bots have no such list. @param but told already */
export function sessionsReplaced(world: World, userId: Snowflake, but?: string): Dispatch[] {
  const sessions = world.presences.of(userId);
  // Once for all: a user may have many.
  const together = togetherView(world, sessions);
  return sessions
    .filter(({ isBot, sessionId }) => !isBot && sessionId !== but)
    .map(({ sessionId }) =>
      dispatch(GatewayEvent.SessionsReplace, [...listedView(world, sessions, sessionId), ...together], {
        to: "session",
        sessionId,
      }),
    );
}

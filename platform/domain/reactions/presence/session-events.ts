import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { listedView, togetherView } from "../../views/presence/sessions.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** SESSIONS_REPLACE to each of a user's sessions; bots have no such list. */
export function sessionListChanged(
  world: World,
  { userId, exceptSessionId }: FactOf<"sessionListChanged">,
): Dispatch[] {
  const sessions = world.presences.of(userId);
  // Once for all: a user may have many.
  const together = togetherView(world, sessions);
  return sessions
    .filter(({ isBot, sessionId }) => !isBot && sessionId !== exceptSessionId)
    .map(({ sessionId }) =>
      dispatch(GatewayEvent.SessionsReplace, [...listedView(sessions, sessionId), ...together], {
        to: "session",
        sessionId,
      }),
    );
}

import type { PlatformEvent } from "../../reactions/events.js";
import { connectionEvents } from "../../reactions/lobby/lobby-events.js";
import { shownAnew } from "../../reactions/presence/presence-events.js";
import { sessionsReplaced } from "../../reactions/presence/session-events.js";
import type { Caller } from "../../world/presence/caller.js";
import type { World } from "../../world/world.js";
import { endCallsOfSession } from "../voice/calls.js";

/** A gateway session became ready. READY tells it of itself; this is for the others. */
export function openSession(world: World, caller: Caller & { isBot?: boolean }): PlatformEvent[] {
  const { applicationId, userId, sessionId, isBot = false } = caller;
  const since = world.clock.now();
  let wasFirst = false;
  const presence = shownAnew(world, caller, () => {
    wasFirst = world.live.opened(applicationId, userId);
    world.presences.opened({ sessionId, userId, applicationId, isBot, since });
  });
  return [
    ...(wasFirst ? connectionEvents(world, caller, true) : []),
    ...presence,
    ...sessionsReplaced(world, userId, sessionId),
  ];
}

/** A gateway session ended for good: not merely its socket. */
export function closeSession(world: World, caller: Caller): PlatformEvent[] {
  const { applicationId, userId, sessionId } = caller;
  const calls = endCallsOfSession(world, sessionId);
  let wasLast = false;
  const presence = shownAnew(world, caller, () => {
    wasLast = world.live.closed(applicationId, userId);
    world.presences.closed(userId, sessionId);
  });
  return [
    ...calls,
    ...(wasLast ? connectionEvents(world, caller, false) : []),
    ...presence,
    ...sessionsReplaced(world, userId),
  ];
}

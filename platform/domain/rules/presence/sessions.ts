import type { ClientKind } from "sdkpp/wire";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { Caller } from "../../world/presence/caller.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { Fact } from "../../facts/facts.js";
import { visibleChange } from "./visible-change.js";

/** A gateway session became ready. READY describes it to itself; the facts are for the others. */
export function openSession(
  world: PresenceWorld & ApplicationWorld & ClockPort,
  caller: Caller & { isBot?: boolean; client?: ClientKind },
): Fact[] {
  const { applicationId, userId, sessionId, isBot = false, client = "embedded" } = caller;
  const since = world.clock.now();
  let wasFirst = false;
  const presence = visibleChange(world, caller, () => {
    wasFirst = world.live.opened(applicationId, userId);
    world.presences.opened({ sessionId, userId, applicationId, isBot, client, since });
  });
  return [
    ...(wasFirst ? [{ kind: "userConnected", user: { applicationId, userId } } as const] : []),
    ...presence,
    { kind: "sessionListChanged", userId, exceptSessionId: sessionId },
  ];
}

/** A gateway session ended for good, not only its socket. */
export function closeSession(world: PresenceWorld & ApplicationWorld, caller: Caller): Fact[] {
  const { applicationId, userId, sessionId } = caller;
  let wasLast = false;
  const presence = visibleChange(world, caller, () => {
    wasLast = world.live.closed(applicationId, userId);
    world.presences.closed(userId, sessionId);
  });
  return [
    { kind: "sessionClosed", session: { applicationId, userId, sessionId } },
    ...(wasLast ? [{ kind: "userDisconnected", user: { applicationId, userId } } as const] : []),
    ...presence,
    { kind: "sessionListChanged", userId },
  ];
}

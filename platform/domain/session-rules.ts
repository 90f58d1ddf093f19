import type { Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "./events.js";
import { memberConnection } from "./lobby/lobby-events.js";
import { memberIds, memberOf, type Lobby } from "./lobby/lobby.js";
import { shownAnew } from "./presence/presence-events.js";
import { sessionsReplaced } from "./presence/session-views.js";
import { endCallsOfSession, type Caller } from "./voice/voice-rules.js";
import { grantKey } from "./grant-key.js";
import type { World } from "./world.js";

/** The lobbies a user is in, of one application. */
export function lobbiesOf(world: World, applicationId: Snowflake, userId: Snowflake): Lobby[] {
  return world.lobbies.listBy("member", grantKey(applicationId, userId));
}

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

/** Since when each lobby has had nobody with a live session, Unix milliseconds. */
export type IdleSince = Map<Snowflake, number>;

/**
 * The lobbies that have been idle too long (H§5.1) and are to be dissolved; linked ones never are. `idleSince` is kept from
 * call to call.
 */
export function idleLobbies(world: World, idleSince: IdleSince): Lobby[] {
  const now = world.clock.now();
  const lobbies = world.lobbies.all();
  const known = new Set(lobbies.map((lobby) => lobby.id));
  for (const id of [...idleSince.keys()]) if (!known.has(id)) idleSince.delete(id);
  return lobbies.filter((lobby) => isExpired(world, lobby, idleSince, now));
}

function isExpired(world: World, lobby: Lobby, idleSince: IdleSince, now: number): boolean {
  if (lobby.link !== undefined || memberIds(lobby).some((id) => world.live.has(lobby.applicationId, id))) {
    idleSince.delete(lobby.id);
    return false;
  }
  const since = idleSince.get(lobby.id) ?? now;
  idleSince.set(lobby.id, since);
  return now - since >= lobby.idleTimeoutSeconds * 1000;
}

function connectionEvents(world: World, caller: Caller, isConnected: boolean): PlatformEvent[] {
  return lobbiesOf(world, caller.applicationId, caller.userId).flatMap((lobby) => {
    const member = memberOf(lobby, caller.userId);
    return member === undefined ? [] : [memberConnection(world, lobby, member, isConnected)];
  });
}

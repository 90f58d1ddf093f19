import type { Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "./events.js";
import { memberConnection } from "./lobby-events.js";
import { dissolve } from "./lobby-rules.js";
import { memberIds, memberOf, type Lobby } from "./lobby.js";
import { presenceChanged } from "./presence-events.js";
import { endCallsOfSession, type Caller } from "./voice-rules.js";
import { grantKey, type World } from "./world.js";

/** The lobbies a user is in, of one application. */
export function lobbiesOf(world: World, applicationId: Snowflake, userId: Snowflake): Lobby[] {
  return world.lobbies.listBy("member", grantKey(applicationId, userId));
}

/** A gateway session became ready. */
export function openSession(world: World, caller: Caller): PlatformEvent[] {
  const { applicationId, userId } = caller;
  const wasFirst = world.live.opened(applicationId, userId, world.clock.now());
  return wasFirst ? arrivalEvents(world, caller, true) : [];
}

/** A gateway session ended for good: not merely its socket. */
export function closeSession(world: World, caller: Caller): PlatformEvent[] {
  const calls = endCallsOfSession(world, caller.sessionId);
  const wasLast = world.live.closed(caller.applicationId, caller.userId);
  return wasLast ? [...calls, ...arrivalEvents(world, caller, false)] : calls;
}

/** Since when each lobby has had nobody with a live session, Unix milliseconds. */
export type IdleSince = Map<Snowflake, number>;

/** Deletes the lobbies that have been idle too long (H§5.1); `idleSince` is kept from call to call. */
export function sweepIdleLobbies(world: World, idleSince: IdleSince): PlatformEvent[] {
  const now = world.clock.now();
  const lobbies = world.lobbies.all();
  const known = new Set(lobbies.map((lobby) => lobby.id));
  for (const id of [...idleSince.keys()]) if (!known.has(id)) idleSince.delete(id);
  return lobbies.flatMap((lobby) => (isExpired(world, lobby, idleSince, now) ? dissolve(world, lobby) : []));
}

function isExpired(world: World, lobby: Lobby, idleSince: IdleSince, now: number): boolean {
  if (memberIds(lobby).some((id) => world.live.has(lobby.applicationId, id))) {
    idleSince.delete(lobby.id);
    return false;
  }
  const since = idleSince.get(lobby.id) ?? now;
  idleSince.set(lobby.id, since);
  return now - since >= lobby.idleTimeoutSeconds * 1000;
}

/** What others see of a user's first session, or of the end of the last. */
function arrivalEvents(world: World, caller: Caller, isConnected: boolean): PlatformEvent[] {
  return [
    ...connectionEvents(world, caller, isConnected),
    ...presenceChanged(world, caller.userId, caller.applicationId),
  ];
}

function connectionEvents(world: World, caller: Caller, isConnected: boolean): PlatformEvent[] {
  return lobbiesOf(world, caller.applicationId, caller.userId).flatMap((lobby) => {
    const member = memberOf(lobby, caller.userId);
    return member === undefined ? [] : [memberConnection(world, lobby, member, isConnected)];
  });
}

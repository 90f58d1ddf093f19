import type { Snowflake } from "sdkpp/wire";
import { memberIds, type Lobby } from "../../records/lobby/lobby.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";

/** Since when no member of each lobby has had a live session, in time that has elapsed. */
export type IdleSince = Map<Snowflake, number>;

/**
 * The lobbies that have been idle too long (H§5.1) and are to be dissolved; linked ones never are. `idleSince` is kept from
 * call to call.
 */
export function idleLobbies(world: LobbyWorld & PresenceWorld & ClockPort, idleSince: IdleSince): Lobby[] {
  const now = world.clock.elapsed();
  const lobbies = world.lobbies.all();
  const known = new Set(lobbies.map((lobby) => lobby.id));
  for (const id of [...idleSince.keys()]) if (!known.has(id)) idleSince.delete(id);
  return lobbies.filter((lobby) => isIdleTooLong(world, lobby, idleSince, now));
}

function isIdleTooLong(world: PresenceWorld, lobby: Lobby, idleSince: IdleSince, now: number): boolean {
  if (lobby.link !== undefined || memberIds(lobby).some((id) => world.live.has(lobby.applicationId, id))) {
    idleSince.delete(lobby.id);
    return false;
  }
  const since = idleSince.get(lobby.id) ?? now;
  idleSince.set(lobby.id, since);
  return now - since >= lobby.idleTimeoutSeconds * 1000;
}

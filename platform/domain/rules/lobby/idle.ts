import { memberIds, type Lobby } from "../../records/lobby/lobby.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";

type Touched = LobbyWorld & PresenceWorld & ClockPort;

/** A new lobby is idle until one of its members has a live session. */
export function beginIdle({ idleSince, clock }: LobbyWorld & ClockPort, { id }: Lobby): void {
  idleSince.set(id, clock.elapsed());
}

/** The lobbies that have been idle too long (H§5.1) and are to be dissolved; linked ones never are. */
export function idleLobbies(world: Touched): Lobby[] {
  const { idleSince } = world;
  const now = world.clock.elapsed();
  const lobbies = world.lobbies.all();
  const known = new Set(lobbies.map((lobby) => lobby.id));
  for (const id of [...idleSince.keys()]) if (!known.has(id)) idleSince.delete(id);
  return lobbies.filter((lobby) => isIdleTooLong(world, lobby, now));
}

function isIdleTooLong(world: Touched, lobby: Lobby, now: number): boolean {
  const { idleSince } = world;
  if (lobby.link !== undefined || memberIds(lobby).some((id) => world.live.has(lobby.applicationId, id))) {
    idleSince.delete(lobby.id);
    return false;
  }
  const since = idleSince.get(lobby.id) ?? now;
  idleSince.set(lobby.id, since);
  return now - since >= lobby.idleTimeoutSeconds * 1000;
}

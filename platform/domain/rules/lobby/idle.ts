import { memberIds, type Lobby } from "../../records/lobby/lobby.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";

type Touched = LobbyWorld & PresenceWorld & ClockPort;

/** A new lobby is idle until one of its members has a live session. */
export function beginIdle({ idle, clock }: LobbyWorld & ClockPort, lobby: Lobby): void {
  idle.begin(lobby, clock.elapsed());
}

/** A lobby that may have lost what kept it is idle from now on, unless somebody is there. */
export function beginIdleUnlessUsed(world: Touched, lobby: Lobby): void {
  if (!isUsed(world, lobby)) beginIdle(world, lobby);
}

/** The lobbies that have been idle too long (H§5.1) and are to be dissolved; linked ones never are. */
export function idleLobbies(world: Touched): Lobby[] {
  const { idle, lobbies, clock } = world;
  const now = clock.elapsed();
  idle.fill(() => lobbies.all(), now);
  return idle.due(now).flatMap((id) => {
    const lobby = lobbies.get(id);
    if (lobby !== undefined && !isUsed(world, lobby)) return [lobby];
    idle.end(id);
    return [];
  });
}

function isUsed({ live }: PresenceWorld, lobby: Lobby): boolean {
  return lobby.link !== undefined || memberIds(lobby).some((id) => live.has(lobby.applicationId, id));
}

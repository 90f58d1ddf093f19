import type { LobbyId, ParticipantRecord, UserId } from "sdkpp/surface";
import { keyBelow } from "../store/key-below.js";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/**
 * Returns a user in the call of a lobby; undefined for who is not in it. It renders when this participant changes, who speaks included; with
 * `select`, when that result has another content.
 * @example
 * const volume = useParticipant(lobbyId, userId, (one) => one?.volume ?? 100);
 */
export function useParticipant(
  lobbyId: LobbyId | undefined,
  userId: UserId | undefined,
): ParticipantRecord | undefined;
export function useParticipant<T>(
  lobbyId: LobbyId | undefined,
  userId: UserId | undefined,
  select: (participant: ParticipantRecord | undefined) => T,
): T;
export function useParticipant<T>(
  lobbyId: LobbyId | undefined,
  userId: UserId | undefined,
  select: (participant: ParticipantRecord | undefined) => T | ParticipantRecord | undefined = whole,
): T | ParticipantRecord | undefined {
  return useRecord("participants", keyBelow(lobbyId, userId), select);
}

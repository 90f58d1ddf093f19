import type { LobbyId, LobbyRecord } from "sdkpp/surface";
import { useRecord } from "../store/use-record.js";
import { whole } from "../store/whole.js";

/**
 * Returns a lobby of the player; undefined for others. It renders when the lobby changes; with `select`, when that result has another content.
 * @param select may be another function in each render
 * @example
 * const name = useLobby(lobbyId, (lobby) => lobby?.metadata["name"]);
 */
export function useLobby(lobbyId: LobbyId | undefined): LobbyRecord | undefined;
export function useLobby<T>(lobbyId: LobbyId | undefined, select: (lobby: LobbyRecord | undefined) => T): T;
export function useLobby<T>(
  lobbyId: LobbyId | undefined,
  select: (lobby: LobbyRecord | undefined) => T | LobbyRecord | undefined = whole,
): T | LobbyRecord | undefined {
  return useRecord("lobbies", lobbyId, select);
}

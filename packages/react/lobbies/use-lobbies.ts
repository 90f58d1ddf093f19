import type { LobbyId, LobbyRecord } from "sdkpp/surface";
import { compareIds } from "../store/compare-ids.js";
import { useList } from "../store/use-list.js";

const NONE: readonly LobbyId[] = [];

/** Returns the ids of the lobbies that the player is in, the oldest lobby first. It renders when the player enters or leaves one. */
export function useLobbies(): readonly LobbyId[] {
  return useList("lobbies", idsOf, NONE);
}

function idsOf(records: ReadonlyMap<string, LobbyRecord>): readonly LobbyId[] {
  return [...records.values()].map(({ id }) => id).sort(compareIds);
}

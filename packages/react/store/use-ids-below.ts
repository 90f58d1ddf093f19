import { useCallback } from "react";
import { keyFrom, type LobbyId, type RecordOf, type UserId } from "sdkpp/surface";
import { compareIds } from "./compare-ids.js";
import { useList } from "./use-list.js";

type InLobbies = "members" | "participants";

const NOBODY: readonly UserId[] = [];

/** Returns the users of a lobby that a part has records of, by id. It renders when somebody comes or goes. */
export function useIdsBelow(part: InLobbies, lobbyId: LobbyId | undefined): readonly UserId[] {
  const make = useCallback(
    (records: ReadonlyMap<string, RecordOf<InLobbies>>) =>
      lobbyId === undefined ? NOBODY : idsBelow(records, lobbyId),
    [lobbyId],
  );
  return useList(part, make, NOBODY);
}

function idsBelow(records: ReadonlyMap<string, RecordOf<InLobbies>>, lobbyId: LobbyId): readonly UserId[] {
  const prefix = keyFrom([lobbyId, ""]);
  const ids: UserId[] = [];
  for (const [key, { userId }] of records) if (key.startsWith(prefix)) ids.push(userId);
  return ids.sort(compareIds);
}

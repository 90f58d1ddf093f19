import type { LobbyId, UserId } from "sdkpp/surface";
import { useIdsBelow } from "../store/use-ids-below.js";

/**
 * Returns the ids of a lobby's members, those included who are not connected. It renders when somebody enters or leaves; rows call `useMember`.
 */
export function useMembers(lobbyId: LobbyId | undefined): readonly UserId[] {
  return useIdsBelow("members", lobbyId);
}

import type { LobbyId, UserId } from "sdkpp/surface";
import { useIdsBelow } from "../store/use-ids-below.js";

/**
 * Returns the ids of those who are in the call of a lobby, whether or not the player is. It renders when somebody joins or leaves; rows call
 * `useParticipant` and `useSpeaking`.
 * @example
 * return useParticipants(lobbyId).map((id) => <Speaker key={id} lobbyId={lobbyId} userId={id} />);
 */
export function useParticipants(lobbyId: LobbyId | undefined): readonly UserId[] {
  return useIdsBelow("participants", lobbyId);
}

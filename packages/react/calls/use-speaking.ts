import type { LobbyId, ParticipantRecord, UserId } from "sdkpp/surface";
import { useParticipant } from "./use-participant.js";

/**
 * Returns whether a user speaks; known while the player is in the call. It renders when that changes. For how loud, see `useLevel`.
 * @example
 * return <li className={useSpeaking(lobbyId, userId) ? "speaking" : ""}>{name}</li>;
 */
export function useSpeaking(lobbyId: LobbyId | undefined, userId: UserId | undefined): boolean {
  return useParticipant(lobbyId, userId, isSpeaking);
}

function isSpeaking(participant: ParticipantRecord | undefined): boolean {
  return participant?.isSpeaking ?? false;
}

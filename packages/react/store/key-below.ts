import { keyFrom, type LobbyId, type UserId } from "sdkpp/surface";

/** Joins the key of a user in a lobby; undefined without one of the two. */
export function keyBelow(lobbyId: LobbyId | undefined, userId: UserId | undefined): string | undefined {
  return lobbyId === undefined || userId === undefined ? undefined : keyFrom([lobbyId, userId]);
}

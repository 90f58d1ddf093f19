import type { LobbyId, UserId } from "sdkpp/surface";

/** A lobby, or the other user of a direct conversation. */
export type ConversationName = LobbyId | { readonly userId: UserId };

/** What a conversation is, as two values that are equal for the same one. */
export interface ConversationParts {
  readonly lobbyId: LobbyId | undefined;
  readonly userId: UserId | undefined;
}

/** Takes a name apart. */
export function partsOf(name: ConversationName | undefined): ConversationParts {
  if (typeof name === "string") return { lobbyId: name, userId: undefined };
  return { lobbyId: undefined, userId: name?.userId };
}

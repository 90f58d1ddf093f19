import type { Social } from "@sdkpp/electron/renderer";
import type { MessageRecord } from "sdkpp/surface";
import type { ConversationParts } from "./conversation-name.js";

/** Asks for the newest messages of a conversation. */
export async function loadPage(
  { operations }: Social,
  { lobbyId, userId }: ConversationParts,
  limit: number,
  signal: AbortSignal,
): Promise<readonly MessageRecord[]> {
  if (lobbyId !== undefined) return operations.getLobbyMessagesWithLimit(lobbyId, limit, { signal });
  if (userId !== undefined) return operations.getUserMessagesWithLimit(userId, limit, { signal });
  return [];
}

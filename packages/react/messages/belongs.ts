import type { MessageRecord } from "sdkpp/surface";
import type { ConversationParts } from "./conversation-name.js";

/** Whether a message is one of a conversation. */
export function belongs(message: MessageRecord, { lobbyId, userId }: ConversationParts): boolean {
  if (lobbyId !== undefined) return message.lobbyId === lobbyId;
  if (message.lobbyId !== undefined) return false;
  return message.authorId === userId || message.recipientId === userId;
}

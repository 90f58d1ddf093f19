import type { MessagePayload } from "sdkpp/wire";

/**
 * What a bot sees of a guild's message when it may not read what people write: that there is one. Its own messages and
 * those that mention it are whole (G§4); of a reply, each of the two for itself.
 */
export function withoutContent<T extends MessagePayload>(message: T, botUserId: string): T {
  const { referenced_message: answered } = message;
  const seen = concerns(message, botUserId)
    ? message
    : { ...message, content: "", attachments: [], components: [], embeds: [] };
  return answered == null ? seen : { ...seen, referenced_message: withoutContent(answered, botUserId) };
}

function concerns({ author, mentions }: MessagePayload, userId: string): boolean {
  return author.id === userId || mentions.some((user) => user.id === userId);
}

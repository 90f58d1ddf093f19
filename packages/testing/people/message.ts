import type { MessagePayload } from "@sdkpp/platform";
import type { MessageHandle } from "sdkpp";

/** A message as its reader sees it. */
export interface SeenMessage {
  readonly id: string;
  /** the channel of a server, the conversation, or the lobby */
  readonly channelId: string;
  readonly authorId: string;
  readonly content: string;
  /** with embeds, components and all the rest; undefined: of a lobby */
  readonly payload?: MessagePayload;
}

export function seenInChannel(payload: MessagePayload): SeenMessage {
  const { id, channel_id, author, content } = payload;
  return { id, channelId: channel_id, authorId: author.id, content, payload };
}

export function seenInLobby({ id, channelId, authorId, content }: MessageHandle): SeenMessage {
  return { id: String(id), channelId: String(channelId), authorId: String(authorId), content };
}

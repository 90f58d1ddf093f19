import type { ChannelFacts, MessageFacts } from "./message-records.js";

/** An event about messages or their channels. */
export type MessageEvent =
  | { type: "message"; message: MessageFacts }
  | { type: "messageEdited"; message: MessageFacts }
  | { type: "messageRemoved"; messageId: bigint; channelId: bigint }
  /** the newest messages of a conversation, newest first; `isWhole`: there are no older ones */
  | { type: "messageHistory"; conversationId: bigint; messages: readonly MessageFacts[]; isWhole: boolean }
  /** the complete set of a new session */
  | { type: "channels"; channels: readonly ChannelFacts[] }
  | { type: "channel"; channel: ChannelFacts };

export type MessageChange =
  | { type: "messageCreated" | "messageUpdated"; messageId: bigint }
  | { type: "messageDeleted"; messageId: bigint; channelId: bigint };

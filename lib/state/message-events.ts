import type { ChannelFacts, MessageFacts } from "./message-records.js";

/** What was told about messages and the channels they stand in. */
export type MessageEvent =
  | { type: "message"; message: MessageFacts }
  | { type: "messageEdited"; message: MessageFacts }
  | { type: "messageRemoved"; messageId: bigint; channelId: bigint }
  /** the newest messages of a conversation, newest first; `isWhole`: there are no older ones */
  | { type: "messageHistory"; conversationId: bigint; messages: readonly MessageFacts[]; isWhole: boolean }
  /** the complete set after a fresh login */
  | { type: "channels"; channels: readonly ChannelFacts[] }
  | { type: "channel"; channel: ChannelFacts };

export type MessageChange =
  | { type: "messageCreated" | "messageUpdated"; messageId: bigint }
  | { type: "messageDeleted"; messageId: bigint; channelId: bigint };

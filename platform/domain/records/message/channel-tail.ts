import type { Snowflake } from "sdkpp/wire";

/** The last message that was sent in a guild's channel, whether it is still there or not. */
export interface ChannelTail {
  readonly channelId: Snowflake;
  readonly lastMessageId: Snowflake;
}

/** A channel that is deleted, and has messages that are not yet. */
export interface DroppedChannel {
  readonly channelId: Snowflake;
}

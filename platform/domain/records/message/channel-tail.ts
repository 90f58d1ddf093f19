import type { Snowflake } from "sdkpp/wire";

/** The last message that was sent in a guild's channel, whether it is still there or not. */
export interface ChannelTail {
  readonly channelId: Snowflake;
  readonly lastMessageId: Snowflake;
}

import type { Snowflake } from "sdkpp/wire";

/** Messages of banned users that are not yet deleted. */
export interface MessagePurge {
  /** Greater than those of all messages that it deletes. */
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly userIds: readonly Snowflake[];
  /** Unix milliseconds; what is older stays */
  readonly oldest: number;
  /** Channels and threads that are left; the first one may be begun. */
  readonly channelIds: readonly Snowflake[];
  /** In the first channel, this message and newer ones are done. */
  readonly before: Snowflake;
}

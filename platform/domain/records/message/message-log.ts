import type { Snowflake } from "sdkpp/wire";

/** Which messages of a lobby or direct channel are kept: those that can be fetched. */
export interface MessageLog {
  readonly channelId: Snowflake;
  /** oldest first */
  readonly messageIds: readonly Snowflake[];
}

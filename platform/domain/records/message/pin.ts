import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A message that is pinned in its channel. */
export interface Pin {
  readonly messageId: Snowflake;
  readonly channelId: Snowflake;
  /** Unix milliseconds; no two pins of a channel share one, so that a page can begin at it. */
  readonly pinnedAt: number;
}

export function pinIndex({ channelId }: Pin): IndexValues {
  return { channel: channelId };
}

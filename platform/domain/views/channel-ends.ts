import type { Snowflake } from "sdkpp/wire";
import { lastMessageId } from "../world/message/channel-history.js";
import type { MessageWorld } from "../world/message/message-world.js";
import { lastPinnedAt } from "../world/message/pins.js";

/** The newest message and the newest pin of a channel. */
export interface ChannelEnds {
  /** Id of the newest message ever posted there; null: none */
  readonly last_message_id: Snowflake | null;
  readonly last_pin_timestamp: string | null;
}

/** The ends of a channel without messages and pins, or of one that shows none. */
export const NO_ENDS: ChannelEnds = { last_message_id: null, last_pin_timestamp: null };

/** The ends of a guild's channel or thread. */
export function channelEnds(world: MessageWorld, channelId: Snowflake): ChannelEnds {
  return {
    last_message_id: lastMessageId(world, channelId),
    last_pin_timestamp: lastPinTimestamp(world, channelId),
  };
}

/** When the newest pin of a channel was made; null: nothing is pinned. */
export function lastPinTimestamp(world: MessageWorld, channelId: Snowflake): string | null {
  const at = lastPinnedAt(world, channelId);
  return at === null ? null : new Date(at).toISOString();
}

import type { EmojiPayload, ReactionPayload, Snowflake } from "sdkpp/wire";
import type { Emoji } from "../../records/message/emoji.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { hasReacted, reactionCounts } from "../../world/message/reactions.js";

export function emojiView({ id, name, animated }: Emoji): EmojiPayload {
  return { id, name, ...(animated && { animated }) };
}

/** Reactions as one reader sees them. Super reactions, which are paid for, do not exist here. */
export function reactionsView(
  world: MessageWorld,
  messageId: Snowflake,
  viewerId: Snowflake,
): ReactionPayload[] {
  return reactionCounts(world, messageId).map(({ emoji, count }) => ({
    emoji: emojiView(emoji),
    count,
    count_details: { burst: 0, normal: count },
    burst_colors: [],
    me_burst: false,
    burst_me: false,
    me: hasReacted(world, { messageId, userId: viewerId, emoji }),
    burst_count: 0,
  }));
}

import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { emojiKey, type Emoji } from "./emoji.js";

/** One user's reaction to a message with one emoji. */
export interface Reaction {
  readonly messageId: Snowflake;
  readonly userId: Snowflake;
  readonly emoji: Emoji;
}

/** How many users reacted to a message, by emoji: what its readers see, without reading every reaction. */
export interface ReactionTally {
  readonly messageId: Snowflake;
  /** Counts in the order of first use; each is at least one. */
  readonly counts: readonly { readonly emoji: Emoji; readonly count: number }[];
}

export function reactionKey({ messageId, userId, emoji }: Reaction): string {
  return reactionPrefix(messageId, emoji) + userId;
}

/** Prefix of the keys of all reactions to a message with one emoji; the rest of a key is the user's id. */
export function reactionPrefix(messageId: Snowflake, emoji: Emoji): string {
  return `${messageId}:${emojiKey(emoji)}:`;
}

export function reactionIndex({ messageId, emoji }: Reaction): IndexValues {
  return { message: messageId, emoji: reactionPrefix(messageId, emoji) };
}

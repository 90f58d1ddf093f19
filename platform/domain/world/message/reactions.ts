import type { Snowflake } from "sdkpp/wire";
import { emojiKey, type Emoji } from "../../records/message/emoji.js";
import {
  reactionKey,
  reactionPrefix,
  type Reaction,
  type ReactionTally,
} from "../../records/message/reaction.js";
import type { MessageWorld } from "./message-world.js";

type Counts = ReactionTally["counts"];

/** Counts by emoji, in the order of first use. */
export function reactionCounts(world: MessageWorld, messageId: Snowflake): Counts {
  return world.reactionTallies.get(messageId)?.counts ?? [];
}

/** How many users reacted with this emoji. */
export function countOf(world: MessageWorld, messageId: Snowflake, emoji: Emoji): number {
  return reactionCounts(world, messageId).find((one) => isSame(one.emoji, emoji))?.count ?? 0;
}

export function hasReacted(world: MessageWorld, reaction: Reaction): boolean {
  return world.reactions.get(reactionKey(reaction)) !== undefined;
}

/** Ids of the users who reacted with this emoji, lowest first, those after `after`. */
export function reactorIds(
  world: MessageWorld,
  messageId: Snowflake,
  emoji: Emoji,
  { after = "0", limit }: { readonly after?: Snowflake | undefined; readonly limit: number },
): Snowflake[] {
  const prefix = reactionPrefix(messageId, emoji);
  // The keys differ in the id at their end only, so they are in the order of the ids.
  const page = world.reactions.page("emoji", prefix, { after: prefix + after, limit });
  return page.toReversed().map(({ userId }) => userId);
}

/** Stores a new reaction. Run it in a transaction. */
export function addReaction(world: MessageWorld, reaction: Reaction): void {
  const { messageId, emoji } = reaction;
  const counts = reactionCounts(world, messageId);
  const isNew = counts.every((one) => !isSame(one.emoji, emoji));
  world.reactions.put(reaction);
  putCounts(world, messageId, isNew ? [...counts, { emoji, count: 1 }] : changed(counts, emoji, 1));
}

/** Run it in a transaction. */
export function removeReaction(world: MessageWorld, reaction: Reaction): void {
  const { messageId, emoji } = reaction;
  world.reactions.delete(reactionKey(reaction));
  putCounts(world, messageId, changed(reactionCounts(world, messageId), emoji, -1));
}

/** Deletes all reactions with one emoji. Run it in a transaction. */
export function removeEmoji(world: MessageWorld, messageId: Snowflake, emoji: Emoji): void {
  for (const one of world.reactions.listBy("emoji", reactionPrefix(messageId, emoji)))
    world.reactions.delete(reactionKey(one));
  const counts = reactionCounts(world, messageId).filter((one) => !isSame(one.emoji, emoji));
  putCounts(world, messageId, counts);
}

/** Deletes all reactions to a message. Run it in a transaction. */
export function removeReactions(world: MessageWorld, messageId: Snowflake): void {
  if (reactionCounts(world, messageId).length === 0) return;
  for (const one of world.reactions.listBy("message", messageId)) world.reactions.delete(reactionKey(one));
  world.reactionTallies.delete(messageId);
}

function changed(counts: Counts, emoji: Emoji, by: number): Counts {
  return counts
    .map((one) => (isSame(one.emoji, emoji) ? { ...one, count: one.count + by } : one))
    .filter(({ count }) => count > 0);
}

function putCounts(world: MessageWorld, messageId: Snowflake, counts: Counts): void {
  if (counts.length === 0) world.reactionTallies.delete(messageId);
  else world.reactionTallies.put({ messageId, counts });
}

const isSame = (left: Emoji, right: Emoji): boolean => emojiKey(left) === emojiKey(right);

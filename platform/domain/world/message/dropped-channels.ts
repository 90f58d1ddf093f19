import type { Snowflake } from "sdkpp/wire";
import { threadMemberKey } from "../../records/thread/thread-member.js";
import type { Thread } from "../../records/thread/thread.js";
import { dropMessagesOf } from "./channel-history.js";
import type { MessageWorld } from "./message-world.js";
import type { ThreadWorld } from "../thread/thread-world.js";
import { membersOfThread } from "../thread/threads.js";
import { DROPPED_AT_ONCE, dropPortion } from "../portions.js";

type Touched = MessageWorld & ThreadWorld;

/**
 * Deletes what is in a guild's channel, or in a thread, that is deleted: messages, and threads with all of theirs. Nobody reaches
 * it any more, so what exceeds the limit is left to {@link dropMore}. Run it in a transaction.
 */
export function dropContents(world: Touched, channelId: Snowflake): void {
  if (drop(world, channelId, DROPPED_AT_ONCE) === DROPPED_AT_ONCE) world.droppedChannels.put({ channelId });
}

/** Leaves a channel's contents to {@link dropMore}: its server is deleted, and has many of them. */
export function dropLater(world: Touched, channelId: Snowflake): void {
  world.droppedChannels.put({ channelId });
}

/** Deletes some of what is in deleted channels. Run it in a transaction. */
export function dropMore(world: Touched): void {
  dropPortion(
    world.droppedChannels.all(),
    ({ channelId }, limit) => drop(world, channelId, limit),
    ({ channelId }) => world.droppedChannels.delete(channelId),
  );
}

/** @returns how many records it deleted; nothing is left when they are fewer than the limit */
function drop(world: Touched, channelId: Snowflake, limit: number): number {
  world.channelTails.delete(channelId);
  let dropped = dropMessagesOf(world, channelId, limit);
  while (dropped < limit) {
    const [thread] = world.threads.page("parent", channelId, { limit: 1 });
    if (thread === undefined) return dropped;
    dropped += dropThread(world, thread, limit - dropped);
  }
  return dropped;
}

/** The thread itself goes last: what is left of it is found through it. */
function dropThread(world: Touched, { id }: Thread, limit: number): number {
  world.channelTails.delete(id);
  let dropped = dropMessagesOf(world, id, limit);
  for (const { userId } of membersOfThread(world, id).slice(0, limit - dropped)) {
    world.threadMembers.delete(threadMemberKey(id, userId));
    dropped += 1;
  }
  if (dropped === limit) return dropped;
  world.threads.delete(id);
  return dropped + 1;
}

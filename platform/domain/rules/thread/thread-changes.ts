import { THREAD_MEMBERS_MAX, type Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import type { Message } from "../../records/message/message.js";
import { counts, isWritten, withArchived, type Thread } from "../../records/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { threadIn } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { enterThread, exitThread, threadMember } from "../../world/thread/threads.js";
import type { Fact } from "../../facts/facts.js";
import type { ThreadActor } from "../../facts/thread.js";

export function actorOf({ user, application }: Actor): ThreadActor {
  return { userId: user.id, applicationId: application.id };
}

/** Writes a changed thread. @returns the fact, if it has changed */
export function writeThread(
  world: GuildWorld,
  guild: Guild,
  before: Thread,
  after: Thread,
  renamedBy?: ThreadActor,
): Fact[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  world.threads.put(after);
  const placed = threadIn(world, guild, after);
  if (placed === undefined) return [];
  const isUnarchived = before.isArchived && !after.isArchived;
  return [{ kind: "threadUpdated", placed, isUnarchived, ...(renamedBy && { renamedBy }) }];
}

/** A user becomes a member of a thread. @param by another user, who does this */
export function addThreadMember(
  world: GuildWorld & ClockPort,
  guild: Guild,
  thread: Thread,
  userId: Snowflake,
  by?: ThreadActor,
): Fact[] {
  const entered = enterThread(world, thread, userId);
  const placed = threadIn(world, guild, entered.thread);
  if (placed === undefined) return [];
  const added = [entered.member];
  return [{ kind: "threadMembersChanged", placed, added, removedIds: [], ...(by && { by }) }];
}

/** A member leaves a thread. @param by another user, who does this */
export function removeThreadMember(
  world: GuildWorld,
  guild: Guild,
  thread: Thread,
  userId: Snowflake,
  by?: ThreadActor,
): Fact[] {
  const placed = threadIn(world, guild, exitThread(world, thread, userId));
  if (placed === undefined) return [];
  return [{ kind: "threadMembersChanged", placed, added: [], removedIds: [userId], ...(by && { by }) }];
}

/** A message was posted in a thread: it counts, keeps the thread active, and makes its author a member. */
export function followPosted(
  world: GuildWorld & ClockPort,
  guild: Guild,
  threadId: Snowflake,
  message: Message,
): Fact[] {
  const before = world.threads.get(threadId);
  if (before === undefined) return [];
  const counted = counts(message)
    ? { ...before, messageCount: before.messageCount + 1, sentCount: before.sentCount + 1 }
    : before;
  const isByUser = isWritten(message);
  if (!isByUser && message.webhook === undefined) {
    world.threads.put(counted);
    return [];
  }
  const now = world.clock.now();
  const after = { ...withArchived(counted, false, now), activeAt: now };
  world.threads.put(after);
  const facts = before.isArchived ? writeThread(world, guild, before, after) : [];
  const { authorId } = message;
  const isNew = isByUser && threadMember(world, threadId, authorId) === undefined;
  const hasPlace = after.memberCount < THREAD_MEMBERS_MAX;
  return isNew && hasPlace ? [...facts, ...addThreadMember(world, guild, after, authorId)] : facts;
}

/** Messages of a thread were deleted: they are among those that were ever sent, and count no more. */
export function followDeleted(world: GuildWorld, threadId: Snowflake, messages: readonly Message[]): void {
  const thread = world.threads.get(threadId);
  if (thread === undefined) return;
  const messageCount = Math.max(0, thread.messageCount - messages.filter(counts).length);
  world.threads.put({ ...thread, messageCount });
}

import type { Snowflake } from "sdkpp/wire";
import { threadMemberKey, type ThreadMember } from "../../records/thread/thread-member.js";
import { isPrivate, type Thread } from "../../records/thread/thread.js";
import type { ClockPort } from "../ports.js";
import type { ThreadWorld } from "./thread-world.js";

/** All of a server that are not archived, and some whose channel is deleted. */
export function activeThreads(world: ThreadWorld, guildId: Snowflake): Thread[] {
  return world.threads.listBy("active", guildId);
}

export function threadMember(
  world: ThreadWorld,
  threadId: Snowflake,
  userId: Snowflake,
): ThreadMember | undefined {
  return world.threadMembers.get(threadMemberKey(threadId, userId));
}

/** Members of a thread in the order in which they joined. */
export function membersOfThread(world: ThreadWorld, threadId: Snowflake): ThreadMember[] {
  return world.threadMembers.listBy("thread", threadId);
}

/** A user becomes a member. Run it in a transaction. @returns the thread with its new count */
export function enterThread(
  world: ThreadWorld & ClockPort,
  thread: Thread,
  userId: Snowflake,
): { thread: Thread; member: ThreadMember } {
  const { id: threadId, guildId, parentId } = thread;
  const joined = { threadId, userId, guildId, parentId, joinedAt: world.clock.now() };
  const member: ThreadMember = { ...joined, ...(isPrivate(thread) && { isPrivate: true }) };
  const after = { ...thread, memberCount: thread.memberCount + 1 };
  world.threadMembers.put(member);
  world.threads.put(after);
  return { thread: after, member };
}

/** A member stops being one. Run it in a transaction. @returns the thread with its new count */
export function exitThread(world: ThreadWorld, thread: Thread, userId: Snowflake): Thread {
  const after = { ...thread, memberCount: thread.memberCount - 1 };
  world.threadMembers.delete(threadMemberKey(thread.id, userId));
  world.threads.put(after);
  return after;
}

/** Deletes a thread with its members; its messages go separately. */
export function removeThread(world: ThreadWorld, { id }: Thread): void {
  for (const { userId } of membersOfThread(world, id))
    world.threadMembers.delete(threadMemberKey(id, userId));
  world.threads.delete(id);
}

import { THREAD_MEMBER_COUNT_MAX, type Snowflake } from "sdkpp/wire";
import type { ThreadMember } from "../../records/thread/thread-member.js";
import { isPrivate, type Thread } from "../../records/thread/thread.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { threadMember } from "../../world/thread/threads.js";
import { channelEnds } from "../channel-ends.js";

type View = Record<string, unknown>;

/** A thread as a channel of its server. */
export function threadView(world: MessageWorld, thread: Thread): View {
  const { id, type, guildId, parentId, ownerId, messageCount, sentCount } = thread;
  return {
    id,
    type,
    guild_id: guildId,
    parent_id: parentId,
    owner_id: ownerId,
    ...channelEnds(world, id),
    message_count: messageCount,
    member_count: shownMemberCount(thread),
    total_message_sent: sentCount,
    flags: 0,
    name: thread.name,
    rate_limit_per_user: thread.rateLimitPerUser,
    thread_metadata: metadata(thread),
  };
}

/** The same, with the membership of one user if there is one. */
export function threadViewFor(world: MessageWorld, thread: Thread, userId: Snowflake): View {
  const member = threadMember(world, thread.id, userId);
  const view = threadView(world, thread);
  return member === undefined ? view : { ...view, member: threadMemberView(member) };
}

/** A thread in GUILD_CREATE: the membership of the session's user does not repeat the ids. */
export function threadOfGuild(world: MessageWorld, thread: Thread, userId: Snowflake): View {
  const member = threadMember(world, thread.id, userId);
  const view = threadView(world, thread);
  return member === undefined ? view : { ...view, member: membershipView(member) };
}

/** Threads, and of which of them a user is a member. */
export function threadListView(
  world: MessageWorld,
  threads: readonly Thread[],
  userId: Snowflake,
): { threads: View[]; members: View[] } {
  return {
    threads: threads.map((thread) => threadView(world, thread)),
    members: threads.flatMap(({ id }) => threadMember(world, id, userId) ?? []).map(threadMemberView),
  };
}

export function threadMemberView(member: ThreadMember): View {
  return { id: member.threadId, user_id: member.userId, ...membershipView(member) };
}

function membershipView({ joinedAt }: ThreadMember): View {
  return { join_timestamp: new Date(joinedAt).toISOString(), flags: 0 };
}

/** Members are not counted beyond a number. */
export function shownMemberCount({ memberCount }: Thread): number {
  return Math.min(memberCount, THREAD_MEMBER_COUNT_MAX);
}

/** The settings of a thread in the audit log. */
export function threadSettings(thread: Thread): View {
  const { name, type, isArchived, isLocked, isInvitable } = thread;
  return {
    name,
    type,
    archived: isArchived,
    locked: isLocked,
    auto_archive_duration: thread.autoArchiveMinutes,
    rate_limit_per_user: thread.rateLimitPerUser,
    ...(isPrivate(thread) ? { invitable: isInvitable } : {}),
  };
}

function metadata(thread: Thread): View {
  return {
    archived: thread.isArchived,
    archive_timestamp: new Date(thread.archiveChangedAt).toISOString(),
    auto_archive_duration: thread.autoArchiveMinutes,
    locked: thread.isLocked,
    create_timestamp: new Date(thread.createdAt).toISOString(),
    ...(isPrivate(thread) ? { invitable: thread.isInvitable } : {}),
  };
}

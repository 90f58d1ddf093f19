import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A user who takes part in a thread. */
export interface ThreadMember {
  readonly threadId: Snowflake;
  readonly userId: Snowflake;
  readonly guildId: Snowflake;
  /** The channel in which the thread is. */
  readonly parentId: Snowflake;
  /** Unix milliseconds */
  readonly joinedAt: number;
  /** Whether the thread is private. */
  readonly isPrivate?: true;
}

export function threadMemberKey(threadId: Snowflake, userId: Snowflake): string {
  return `${threadId}:${userId}`;
}

export function keyOfThreadMember({ threadId, userId }: ThreadMember): string {
  return threadMemberKey(threadId, userId);
}

/** The value of the index `user`, or of the index `private`. @param whereId the server, or the channel */
export function membershipKey(whereId: Snowflake, userId: Snowflake): string {
  return `${whereId}:${userId}`;
}

export function threadMemberIndex(member: ThreadMember): IndexValues {
  const { threadId, userId, guildId, parentId, isPrivate } = member;
  return {
    thread: threadId,
    user: membershipKey(guildId, userId),
    ...(isPrivate && { private: membershipKey(parentId, userId) }),
  };
}

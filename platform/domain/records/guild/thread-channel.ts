import type { Snowflake } from "sdkpp/wire";
import { isPrivate, type Thread } from "../thread/thread.js";
import type { Channel } from "./guild.js";

/** A thread in the form of a channel: its permissions are those of the channel in which it is. Never stored. */
export interface ThreadChannel extends Channel {
  readonly thread: Thread;
  /** Members of a private thread, who see it. */
  readonly memberIds: ReadonlySet<Snowflake> | undefined;
}

/** @param memberIds of a private thread; not asked for otherwise */
export function threadChannel(
  parent: Channel,
  thread: Thread,
  memberIds: () => Iterable<Snowflake>,
): ThreadChannel {
  const { overwrites, nsfw } = parent;
  return {
    id: thread.id,
    type: thread.type,
    name: thread.name,
    position: 0,
    userLimit: 0,
    parentId: parent.id,
    ...(overwrites && { overwrites }),
    ...(nsfw && { nsfw }),
    rateLimitPerUser: thread.rateLimitPerUser,
    thread,
    memberIds: isPrivate(thread) ? new Set(memberIds()) : undefined,
  };
}

export function isThread(channel: Channel): channel is ThreadChannel {
  return "thread" in channel;
}

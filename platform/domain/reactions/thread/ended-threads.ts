import type { Fact, FactOf } from "../../facts/facts.js";
import { removeThreadMember } from "../../rules/thread/thread-changes.js";
import { membershipKey } from "../../records/thread/thread-member.js";
import { dropChannelMessages } from "../../world/message/channel-history.js";
import { removeThread } from "../../world/thread/threads.js";
import type { World } from "../../world/world.js";

/** Messages of a thread go with it. */
export function deleteThreadMessages(world: World, { placed }: FactOf<"threadDeleted">): Fact[] {
  dropChannelMessages(world, placed.channel.id);
  return [];
}

/** Threads go with the channel around them; clients know that. */
export function deleteThreads(world: World, { placed }: FactOf<"guildChannelDeleted">): Fact[] {
  for (const thread of world.threads.listBy("parent", placed.channel.id)) {
    removeThread(world, thread);
    dropChannelMessages(world, thread.id);
  }
  return [];
}

/** A user who leaves a server leaves its threads. */
export function leaveThreads(world: World, { guild, user }: FactOf<"guildMemberRemoved">): Fact[] {
  return world.threadMembers.listBy("user", membershipKey(guild.id, user.id)).flatMap(({ threadId }) => {
    const thread = world.threads.get(threadId);
    return thread === undefined ? [] : removeThreadMember(world, guild, thread, user.id);
  });
}

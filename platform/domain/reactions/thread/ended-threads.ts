import type { Fact, FactOf } from "../../facts/facts.js";
import { removeThreadMember } from "../../rules/thread/thread-changes.js";
import { membershipKey } from "../../records/thread/thread-member.js";
import { dropContents } from "../../world/message/dropped-channels.js";
import type { World } from "../../world/world.js";

/** Messages of a thread go with it. */
export function deleteThreadMessages(world: World, { placed }: FactOf<"threadDeleted">): Fact[] {
  dropContents(world, placed.channel.id);
  return [];
}

/** A user who leaves a server leaves its threads. */
export function leaveThreads(world: World, { guild, user }: FactOf<"guildMemberRemoved">): Fact[] {
  return world.threadMembers.listBy("user", membershipKey(guild.id, user.id)).flatMap(({ threadId }) => {
    const thread = world.threads.get(threadId);
    return thread === undefined ? [] : removeThreadMember(world, guild, thread, user.id);
  });
}

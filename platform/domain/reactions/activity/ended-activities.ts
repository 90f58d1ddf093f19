import type { Snowflake } from "sdkpp/wire";
import type { Fact, FactOf } from "../../facts/facts.js";
import { endInstances, instancesOf, leaveInstance } from "../../world/activity/activity-instances.js";
import type { ActivityInstance } from "../../records/activity/activity-instance.js";
import type { World } from "../../world/world.js";

/** Activities in a channel or thread end with it; in a channel's threads, too. */
export function endActivities(
  world: World,
  { placed }: FactOf<"guildChannelLost" | "threadDeleted">,
): Fact[] {
  const { id } = placed.channel;
  for (const thread of world.threads.listBy("parent", id)) endInstances(world, "channel", thread.id);
  endInstances(world, "channel", id);
  return [];
}

/** Removes a user who leaves a server from the activities there. */
export function leaveGuildActivities(world: World, { guild, user }: FactOf<"guildMemberRemoved">): Fact[] {
  return leave(world, user.id, ({ guildId }) => guildId === guild.id);
}

/** Removes a user who is banned from the platform, or deleted, from all activities. */
export function leaveActivities(world: World, { userId }: FactOf<"userBanned" | "userDeleted">): Fact[] {
  return leave(world, userId, () => true);
}

function leave(world: World, userId: Snowflake, isLeft: (instance: ActivityInstance) => boolean): Fact[] {
  for (const instance of instancesOf(world, userId).filter(isLeft)) leaveInstance(world, instance, userId);
  return [];
}

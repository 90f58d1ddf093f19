import type { Snowflake } from "sdkpp/wire";
import { placeKey, type ActivityInstance } from "../../records/activity/activity-instance.js";
import type { ActivityWorld } from "./activity-world.js";

/** The instance of an application that runs in a channel. */
export function instanceIn(
  world: ActivityWorld,
  applicationId: Snowflake,
  channelId: Snowflake,
): ActivityInstance | undefined {
  return world.activityInstances.first("place", placeKey(applicationId, channelId));
}

/** The instances that a user takes part in. */
export function instancesOf(world: ActivityWorld, userId: Snowflake): ActivityInstance[] {
  return world.activityInstances.listBy("user", userId);
}

/** A user leaves an instance, which ends when it was the last one. Run it in a transaction. */
export function leaveInstance(world: ActivityWorld, instance: ActivityInstance, userId: Snowflake): void {
  const userIds = instance.userIds.filter((id) => id !== userId);
  if (userIds.length === 0) world.activityInstances.delete(instance.id);
  else world.activityInstances.put({ ...instance, userIds });
}

/** Ends all that run in a channel, or all of an application. Run it in a transaction. */
export function endInstances(world: ActivityWorld, index: "channel" | "application", id: Snowflake): void {
  for (const instance of world.activityInstances.listBy(index, id))
    world.activityInstances.delete(instance.id);
}

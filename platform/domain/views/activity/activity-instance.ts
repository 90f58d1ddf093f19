import { locationId, type ActivityInstance } from "../../records/activity/activity-instance.js";

/** An instance for its application (H§13.2). */
export function activityInstanceView(instance: ActivityInstance): Record<string, unknown> {
  const { id, applicationId, launchId, channelId, guildId, userIds } = instance;
  return {
    application_id: applicationId,
    instance_id: id,
    launch_id: launchId,
    location: {
      id: locationId(instance),
      kind: guildId === undefined ? "pc" : "gc",
      channel_id: channelId,
      ...(guildId === undefined ? {} : { guild_id: guildId }),
    },
    users: [...userIds],
  };
}

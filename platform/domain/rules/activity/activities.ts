import { Permission, type Snowflake } from "sdkpp/wire";
import {
  locationId,
  type ActivityInstance,
  type ActivityLocation,
} from "../../records/activity/activity-instance.js";
import { ChannelType } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { hasActivities } from "../../records/oauth2/application.js";
import { activityInstanceView } from "../../views/activity/activity-instance.js";
import { instanceIn, instancesOf, leaveInstance } from "../../world/activity/activity-instances.js";
import type { ActivityWorld } from "../../world/activity/activity-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel, placedThread } from "../../world/guild/placed-channel.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import {
  missingAccess,
  missingPermissions,
  notFound,
  unknownApplication,
  unknownChannel,
  unknownUser,
  wrongChannelType,
} from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { activityFull, botsDoNotPlay, notEmbedded } from "./faults.js";

type Touched = ActivityWorld & ApplicationWorld & GuildWorld & MessageWorld & UserWorld & IdsPort;

/** A launch: the user, the activity, and the place. */
export interface Launch {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** A channel or thread of a server, or a conversation. */
  readonly channelId: Snowflake;
}

/**
 * A user opens an activity in a channel: it joins the instance that runs there, or starts one. It leaves the instance of the
 * same application in another channel: a client shows one at a time. To open it twice changes nothing.
 */
export function launchActivity(world: Touched, launch: Launch): Result<ActivityInstance> {
  const { applicationId, userId, channelId } = launch;
  const application = world.applications.get(applicationId);
  if (application === undefined) return unknownApplication();
  if (!hasActivities(application)) return notEmbedded();
  const location = locationFor(world, userId, channelId);
  if (location instanceof Fault) return location;
  const running = instanceIn(world, applicationId, channelId);
  if (running?.userIds.includes(userId) === true) return done(running);
  const { maxParticipants = -1 } = application;
  const before = running ?? started(world, applicationId, location);
  if (maxParticipants >= 0 && before.userIds.length >= maxParticipants) return activityFull();
  for (const other of instancesOf(world, userId))
    if (other.applicationId === applicationId) leaveInstance(world, other, userId);
  const instance = { ...before, userIds: [...before.userIds, userId] };
  world.activityInstances.put(instance);
  return done(instance);
}

/** A user closes an activity; no effect for users who do not take part. */
export function leaveActivity(
  world: ActivityWorld,
  instanceId: string,
  userId: Snowflake,
): Result<undefined> {
  const instance = world.activityInstances.get(instanceId);
  if (instance === undefined) return notFound();
  if (instance.userIds.includes(userId)) leaveInstance(world, instance, userId);
  return done(undefined);
}

/** `GET /applications/{id}/activity-instances/{instance}`: for the application's own bot, while somebody takes part. */
export function getActivityInstance(
  world: ActivityWorld & ApplicationWorld,
  actor: Actor,
  applicationId: Snowflake,
  instanceId: string,
): Result<Record<string, unknown>> {
  if (actor.application.id !== applicationId) return unknownApplication();
  const instance = world.activityInstances.get(instanceId);
  return instance?.applicationId === applicationId ? done(activityInstanceView(instance)) : notFound();
}

function started({ ids }: IdsPort, applicationId: Snowflake, location: ActivityLocation): ActivityInstance {
  const launchId = ids.next();
  return { ...location, id: `i-${launchId}-${locationId(location)}`, applicationId, launchId, userIds: [] };
}

/** The location in which a user may open activities. */
function locationFor(world: Touched, userId: Snowflake, channelId: Snowflake): ActivityLocation | Fault {
  const user = world.users.get(userId);
  if (user === undefined) return unknownUser();
  if (user.bot) return botsDoNotPlay();
  const placed = placedChannel(world, channelId) ?? placedThread(world, channelId);
  if (placed === undefined) {
    const isOwn = world.dmChannels.get(channelId)?.userIds.includes(userId) === true;
    return isOwn ? { channelId } : unknownChannel();
  }
  const { guild, channel } = placed;
  if (!mayIn(guild, channel, userId, Permission.ViewChannel)) return missingAccess();
  if (channel.type === ChannelType.GuildCategory) return wrongChannelType();
  if (!mayIn(guild, channel, userId, Permission.UseEmbeddedActivities)) return missingPermissions();
  return { channelId, guildId: guild.id };
}

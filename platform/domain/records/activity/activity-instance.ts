import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** An activity that runs in a channel, with the users who take part in it. It ends when the last one leaves. */
export interface ActivityInstance {
  /** Made of the ids of its launch and its place, and never used again. */
  readonly id: string;
  readonly applicationId: Snowflake;
  readonly launchId: Snowflake;
  readonly channelId: Snowflake;
  /** Absent in a conversation. */
  readonly guildId?: Snowflake;
  /** Participants in the order in which they joined; at least one. */
  readonly userIds: readonly Snowflake[];
}

/** The place where an activity runs: a server's channel or thread (`gc`), or a conversation (`pc`). */
export type ActivityLocation = Pick<ActivityInstance, "channelId" | "guildId">;

/** The name of a location, which the ids of its instances contain. */
export function locationId({ channelId, guildId }: ActivityLocation): string {
  return guildId === undefined ? `pc-${channelId}` : `gc-${guildId}-${channelId}`;
}

/** The value of the index `place`: one instance of an application runs in a channel. */
export function placeKey(applicationId: Snowflake, channelId: Snowflake): string {
  return `${applicationId}:${channelId}`;
}

export function activityInstanceIndex(instance: ActivityInstance): IndexValues {
  const { applicationId, channelId, userIds } = instance;
  return {
    place: placeKey(applicationId, channelId),
    channel: channelId,
    application: applicationId,
    user: userIds,
  };
}

import { Permission, type Snowflake } from "sdkpp/wire";
import { channelOf, type Guild } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { isOver, type ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";
import type { ScheduledEventWorld } from "./scheduled-event-world.js";

/** Whether a member may know of an event: an event in a channel is for members who see the channel. */
export function seesEvent(guild: Guild, userId: Snowflake, { channelId }: ScheduledEvent): boolean {
  if (channelId === null) return true;
  const channel = channelOf(guild, channelId);
  return channel !== undefined && mayIn(guild, channel, userId, Permission.ViewChannel);
}

/** The events of a guild that are still to come or take place now, oldest first. */
export function openEvents(world: ScheduledEventWorld, guildId: Snowflake): ScheduledEvent[] {
  return world.scheduledEvents.listBy("guild", guildId).filter((event) => !isOver(event));
}

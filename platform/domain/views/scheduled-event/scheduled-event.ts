import type { ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

const GUILD_ONLY = 2;

/** A scheduled event. */
export function scheduledEventView(world: UserWorld, event: ScheduledEvent): Record<string, unknown> {
  const { id, name, description, status, image, location } = event;
  const creator = world.users.get(event.creatorId);
  return {
    id,
    guild_id: event.guildId,
    channel_id: event.channelId,
    creator_id: event.creatorId,
    ...(creator && { creator: userView(creator) }),
    name,
    description,
    scheduled_start_time: timeView(event.startsAt),
    scheduled_end_time: event.endsAt === null ? null : timeView(event.endsAt),
    privacy_level: GUILD_ONLY,
    status,
    entity_type: event.entityType,
    entity_id: event.entityId ?? null,
    entity_metadata: location === null ? null : { location },
    image,
    recurrence_rule: null,
    guild_scheduled_event_exceptions: [],
  };
}

/** The same, with how many want to take part. */
export function countedEventView(world: UserWorld, event: ScheduledEvent): Record<string, unknown> {
  return { ...scheduledEventView(world, event), user_count: event.userIds.length };
}

function timeView(unixMs: number): string {
  return new Date(unixMs).toISOString();
}

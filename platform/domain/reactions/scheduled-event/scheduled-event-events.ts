import { GatewayEvent } from "sdkpp/wire";
import type { ScheduledEvent } from "../../records/scheduled-event/scheduled-event.js";
import type { FactOf } from "../../facts/facts.js";
import { scheduledEventView } from "../../views/scheduled-event/scheduled-event.js";
import { seesEvent } from "../../world/scheduled-event/visible-events.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toMembers } from "../guild/connected-members.js";

export function scheduledEventCreated(world: World, { event }: FactOf<"scheduledEventCreated">): Dispatch[] {
  return tell(world, event, GatewayEvent.GuildScheduledEventCreate, scheduledEventView(world, event));
}

export function scheduledEventUpdated(world: World, { event }: FactOf<"scheduledEventUpdated">): Dispatch[] {
  return tell(world, event, GatewayEvent.GuildScheduledEventUpdate, scheduledEventView(world, event));
}

export function scheduledEventDeleted(world: World, { event }: FactOf<"scheduledEventDeleted">): Dispatch[] {
  return tell(world, event, GatewayEvent.GuildScheduledEventDelete, scheduledEventView(world, event));
}

export function interestChanged(
  world: World,
  { event, userId, isInterested }: FactOf<"scheduledEventInterestChanged">,
): Dispatch[] {
  const { GuildScheduledEventUserAdd, GuildScheduledEventUserRemove } = GatewayEvent;
  const d = { guild_scheduled_event_id: event.id, user_id: userId, guild_id: event.guildId };
  return tell(world, event, isInterested ? GuildScheduledEventUserAdd : GuildScheduledEventUserRemove, d);
}

/** Members who may know of the event. */
function tell(world: World, event: ScheduledEvent, t: string, d: unknown): Dispatch[] {
  const guild = world.guilds.get(event.guildId);
  if (guild === undefined) return [];
  return [
    dispatch(
      t,
      d,
      toMembers(world, guild, (id) => seesEvent(guild, id, event)),
    ),
  ];
}

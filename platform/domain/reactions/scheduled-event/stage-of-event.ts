import type { Fact, FactOf } from "../../facts/facts.js";
import {
  isOver,
  ScheduledEventStatus,
  type ScheduledEvent,
} from "../../records/scheduled-event/scheduled-event.js";
import type { World } from "../../world/world.js";

/** A stage that opens for an event starts it. */
export function startEventOnStage(world: World, { stage }: FactOf<"stageInstanceCreated">): Fact[] {
  const event = world.scheduledEvents.get(stage.eventId ?? "");
  if (event === undefined) return [];
  return written(world, { ...event, status: ScheduledEventStatus.Active, entityId: stage.id });
}

/** The event of a stage is over when the stage closes. */
export function endEventOnStage(world: World, { stage }: FactOf<"stageInstanceDeleted">): Fact[] {
  const event = world.scheduledEvents.get(stage.eventId ?? "");
  if (event === undefined || isOver(event)) return [];
  return written(world, { ...event, status: ScheduledEventStatus.Completed });
}

function written(world: World, event: ScheduledEvent): Fact[] {
  world.scheduledEvents.put(event);
  return [{ kind: "scheduledEventUpdated", event }];
}

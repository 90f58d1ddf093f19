import { endKey } from "../../records/end-key.js";
import { nextStatus } from "../../records/scheduled-event/scheduled-event.js";
import type { ClockPort } from "../../world/ports.js";
import type { ScheduledEventWorld } from "../../world/scheduled-event/scheduled-event-world.js";
import type { Fact } from "../../facts/facts.js";

/** Events that change in one sweep; the others wait for the next. */
const SWEEP_LIMIT = 100;

/** Starts, ends and cancels the events whose time has come. */
export function sweepEvents(world: ScheduledEventWorld & ClockPort): Fact[] {
  const due = world.scheduledEvents.listUpTo("due", endKey(world.clock.now()), SWEEP_LIMIT);
  return due.map((before) => {
    const event = { ...before, status: nextStatus(before) };
    world.scheduledEvents.put(event);
    return { kind: "scheduledEventUpdated", event };
  });
}

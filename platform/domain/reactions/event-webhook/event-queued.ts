import type { FactOf } from "../../facts/facts.js";
import type { World } from "../../world/world.js";
import type { PlatformEvent } from "../events.js";

/** The room that sends events learns that one waits. */
export function eventQueued(_world: World, { applicationId }: FactOf<"eventQueued">): PlatformEvent[] {
  return [{ kind: "event-webhook.queued", applicationId }];
}

import type { Snowflake } from "sdkpp/wire";
import { dueIndex, type EventDelivery, type EventQueue } from "../../records/event-webhook/event-delivery.js";
import { endKey } from "../../records/end-key.js";
import type { EventWebhookWorld } from "./event-webhook-world.js";

export function queueOf(world: EventWebhookWorld, applicationId: Snowflake): EventQueue {
  return world.eventQueues.get(applicationId) ?? { applicationId, waiting: 0, givenUp: 0, dropped: 0 };
}

/** Applications for which events wait. */
export function waitingApplications(world: EventWebhookWorld): Snowflake[] {
  return world.eventQueues
    .all()
    .filter(({ waiting }) => waiting > 0)
    .map(({ applicationId }) => applicationId);
}

/** Events of an application that are due by a time, first those that are due first. @param unixMs not negative */
export function dueDeliveries(
  world: EventWebhookWorld,
  applicationId: Snowflake,
  unixMs: number,
  limit: number,
): EventDelivery[] {
  return world.eventDeliveries.listUpTo(dueIndex(applicationId), endKey(unixMs), limit);
}

import type { Snowflake, WebAddress } from "sdkpp/wire";
import type { EventDelivery } from "../../records/event-webhook/event-delivery.js";
import type { Application } from "../../records/oauth2/application.js";
import {
  EventWebhookStatus,
  NO_EVENT_WEBHOOKS,
  type EventWebhooks,
  type EventWebhookType,
} from "../../records/oauth2/event-webhooks.js";
import { eventEnvelope } from "../../views/event-webhook/envelope.js";
import type { EventWebhookWorld } from "../../world/event-webhook/event-webhook-world.js";
import { queueOf } from "../../world/event-webhook/event-queues.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";

/** The slices of the world that these rules use. */
type Touched = EventWebhookWorld & ApplicationWorld & ClockPort & IdsPort;

/** Events that may wait for one application. */
export const WAITING_MAX = 1000;
/** How long an event is sent again, from its first attempt. */
const RETRY_MS = 600_000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 120_000;
/** Events in a row that no attempt delivered, after which the platform stops sending. */
const GIVEN_UP_MAX = 10;

export interface NewEvent {
  readonly type: EventWebhookType;
  readonly data?: object | undefined;
  /** The address that replaces the application's own. */
  readonly url?: WebAddress | undefined;
}

/** Lets an event wait for an application that has subscribed to it. */
export function queueEvent(world: Touched, applicationId: Snowflake, event: NewEvent): Fact[] {
  const { status, url = event.url, types } = settingsOf(world.applications.get(applicationId));
  const { type, data } = event;
  if (status !== EventWebhookStatus.Enabled || url === undefined || !types.includes(type)) return [];
  const queue = queueOf(world, applicationId);
  if (queue.waiting >= WAITING_MAX) {
    world.eventQueues.put({ ...queue, dropped: queue.dropped + 1 });
    return [];
  }
  const now = world.clock.now();
  world.eventDeliveries.put({
    id: world.ids.next(),
    applicationId,
    type,
    url: event.url,
    body: eventEnvelope(applicationId, type, now, data),
    attempts: 0,
    queuedAt: now,
    dueAt: now,
  });
  world.eventQueues.put({ ...queue, waiting: queue.waiting + 1 });
  return [{ kind: "eventQueued", applicationId }];
}

/** The current destination of a waiting event; undefined: its application no longer receives events. */
export function destinationOf(world: ApplicationWorld, delivery: EventDelivery): WebAddress | undefined {
  const { status, url } = settingsOf(world.applications.get(delivery.applicationId));
  return status === EventWebhookStatus.Enabled ? (delivery.url ?? url) : undefined;
}

/** An event was acknowledged. */
export function settleDelivered(world: EventWebhookWorld, delivery: EventDelivery): void {
  if (!remove(world, delivery)) return;
  world.eventQueues.put({ ...queueOf(world, delivery.applicationId), givenUp: 0 });
}

/** Drops an event that will not be delivered any more. */
export function discard(world: EventWebhookWorld, delivery: EventDelivery): void {
  remove(world, delivery);
}

/**
 * An attempt failed: the event is sent again, after a pause that doubles, until it has been tried for ten minutes. After ten
 * events in a row that nobody acknowledged, the application receives no more.
 * @returns whether it will be sent again
 */
export function settleFailed(world: Touched, delivery: EventDelivery, reason: string): boolean {
  const attempts = delivery.attempts + 1;
  const pause = Math.min(FIRST_DELAY_MS * 2 ** delivery.attempts, LONGEST_DELAY_MS);
  const dueAt = world.clock.now() + pause;
  if (world.eventDeliveries.get(delivery.id) === undefined) return false;
  if (dueAt <= delivery.queuedAt + RETRY_MS) {
    world.eventDeliveries.put({ ...delivery, attempts, dueAt });
    return true;
  }
  remove(world, delivery);
  const queue = queueOf(world, delivery.applicationId);
  const givenUp = queue.givenUp + 1;
  world.eventQueues.put({ ...queue, givenUp });
  if (givenUp >= GIVEN_UP_MAX) disable(world, delivery.applicationId, reason);
  return false;
}

/** Stops sending to an application, and forgets what waits for it. */
function disable(world: Touched, applicationId: Snowflake, reason: string): void {
  const application = world.applications.get(applicationId);
  if (application === undefined) return;
  for (const one of world.eventDeliveries.listBy("application", applicationId))
    world.eventDeliveries.delete(one.id);
  world.eventQueues.put({ ...queueOf(world, applicationId), waiting: 0, givenUp: 0 });
  const disabledReason = `${String(GIVEN_UP_MAX)} events in a row were not acknowledged; the last one: ${reason}`;
  const status = EventWebhookStatus.DisabledByPlatform;
  world.applications.put({
    ...application,
    eventWebhooks: { ...settingsOf(application), status, disabledReason },
  });
}

/** @returns whether it was waiting */
function remove(world: EventWebhookWorld, { id, applicationId }: EventDelivery): boolean {
  if (world.eventDeliveries.get(id) === undefined) return false;
  world.eventDeliveries.delete(id);
  const queue = queueOf(world, applicationId);
  world.eventQueues.put({ ...queue, waiting: Math.max(0, queue.waiting - 1) });
  return true;
}

function settingsOf(application: Application | undefined): EventWebhooks {
  return application?.eventWebhooks ?? NO_EVENT_WEBHOOKS;
}

import { Collection, type Store } from "../../../store/store.js";
import {
  deliveryIndex,
  type EventDelivery,
  type EventQueue,
} from "../../records/event-webhook/event-delivery.js";

/** Events on their way to applications. */
export interface EventWebhookWorld {
  readonly eventDeliveries: Collection<EventDelivery>;
  readonly eventQueues: Collection<EventQueue>;
}

export function eventWebhookWorld(store: Store): EventWebhookWorld {
  return {
    eventDeliveries: new Collection<EventDelivery>(store, "event-delivery", (one) => one.id, deliveryIndex),
    eventQueues: new Collection<EventQueue>(store, "event-queue", (one) => one.applicationId),
  };
}

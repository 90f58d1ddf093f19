import type { Collection } from "../../../store/store.js";
import type { EventDelivery, EventQueue } from "../../records/event-webhook/event-delivery.js";

/** Events on their way to applications. */
export interface EventWebhookWorld {
  readonly eventDeliveries: Collection<EventDelivery>;
  readonly eventQueues: Collection<EventQueue>;
}

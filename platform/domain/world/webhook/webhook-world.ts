import { Collection, type Store } from "../../../store/store.js";
import { webhookIndex, type Webhook } from "../../records/webhook/webhook.js";

export interface WebhookWorld {
  readonly webhooks: Collection<Webhook>;
}

export function webhookWorld(store: Store): WebhookWorld {
  return {
    webhooks: new Collection<Webhook>(store, "webhook", (one) => one.id, webhookIndex),
  };
}

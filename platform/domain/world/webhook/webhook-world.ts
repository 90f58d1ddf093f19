import type { Collection } from "../../../store/store.js";
import type { Webhook } from "../../records/webhook/webhook.js";

export interface WebhookWorld {
  readonly webhooks: Collection<Webhook>;
}

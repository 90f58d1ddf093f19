import type { Snowflake } from "sdkpp/wire";
import type { GuildWorld } from "../world/guild/guild-world.js";
import type { DigestPort } from "../world/ports.js";
import { placedWebhook, type PlacedWebhook } from "../world/webhook/placed-webhook.js";
import type { WebhookWorld } from "../world/webhook/webhook-world.js";
import { invalidWebhookToken, unknownWebhook } from "./faults.js";
import type { Fault } from "./outcome.js";

/** Id and token of a webhook in a path. The routes with a token ask for no other right. */
export interface WebhookPath {
  readonly id: Snowflake;
  readonly token: string;
}

/** The webhook that a path names, with its channel. */
export function webhookByToken(
  world: WebhookWorld & GuildWorld & DigestPort,
  { id, token }: WebhookPath,
): PlacedWebhook | Fault {
  const found = placedWebhook(world, id);
  if (found === undefined) return unknownWebhook();
  const { token: own } = found.webhook;
  return own !== undefined && world.digest.equal(own, token) ? found : invalidWebhookToken();
}

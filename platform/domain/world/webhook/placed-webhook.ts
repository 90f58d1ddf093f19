import type { Snowflake } from "sdkpp/wire";
import type { Webhook } from "../../records/webhook/webhook.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { placedChannel, type PlacedChannel } from "../guild/placed-channel.js";
import type { WebhookWorld } from "./webhook-world.js";

/** A webhook with the channel into which it posts. */
export interface PlacedWebhook {
  readonly webhook: Webhook;
  readonly placed: PlacedChannel;
}

/** @returns undefined also when the channel of the webhook is deleted */
export function placedWebhook(world: WebhookWorld & GuildWorld, id: Snowflake): PlacedWebhook | undefined {
  const webhook = world.webhooks.get(id);
  const placed = webhook && placedChannel(world, webhook.channelId);
  return webhook === undefined || placed === undefined ? undefined : { webhook, placed };
}

import type { Snowflake } from "sdkpp/wire";
import type { Webhook } from "../../records/webhook/webhook.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { placedWebhook, type PlacedWebhook } from "./placed-webhook.js";
import type { WebhookWorld } from "./webhook-world.js";

/** Webhooks that follow a channel, oldest first. */
export function followersOf(world: WebhookWorld, channelId: Snowflake): Webhook[] {
  return world.webhooks.listBy("source", channelId);
}

/** The same, with the channels into which they post, as far as these exist. */
export function placedFollowersOf(world: WebhookWorld & GuildWorld, channelId: Snowflake): PlacedWebhook[] {
  return followersOf(world, channelId).flatMap(({ id }) => placedWebhook(world, id) ?? []);
}

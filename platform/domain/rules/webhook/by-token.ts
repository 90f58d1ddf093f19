import { webhookView } from "../../views/webhook/webhook.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import type { DigestPort } from "../../world/ports.js";
import type { WebhookWorld } from "../../world/webhook/webhook-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { webhookByToken, type WebhookPath } from "../webhook-access.js";
import { putWebhook, readAppearance, removeWebhook, type WebhookInput } from "./changes.js";

/** The slices of the world that these rules use. */
type Touched = WebhookWorld & GuildWorld & PictureWorld & DigestPort;

/** `GET /webhooks/{id}/{token}`. */
export function getWebhookByToken(
  world: Touched,
  path: WebhookPath,
  webBase: string,
): Result<Record<string, unknown>> {
  const found = webhookByToken(world, path);
  return found instanceof Fault ? found : done(webhookView(found.webhook, webBase));
}

/** `PATCH /webhooks/{id}/{token}`. */
export function updateWebhookByToken(
  world: Touched,
  path: WebhookPath,
  input: WebhookInput,
  webBase: string,
): Result<Record<string, unknown>> {
  const found = webhookByToken(world, path);
  if (found instanceof Fault) return found;
  const appearance = readAppearance(input);
  if (appearance instanceof Fault) return appearance;
  const webhook = putWebhook(world, found.webhook, appearance);
  return done(webhookView(webhook, webBase), [{ kind: "webhooksChanged", placed: found.placed }]);
}

/** `DELETE /webhooks/{id}/{token}`. */
export function deleteWebhookByToken(world: Touched, path: WebhookPath): Result<undefined> {
  const found = webhookByToken(world, path);
  if (found instanceof Fault) return found;
  removeWebhook(world, found.webhook);
  return done(undefined, [{ kind: "webhooksChanged", placed: found.placed }]);
}

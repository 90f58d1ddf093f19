import type { Snowflake } from "sdkpp/wire";
import { webhookView } from "../../views/webhook/webhook.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import type { DigestPort } from "../../world/ports.js";
import { placedWebhook, type PlacedWebhook } from "../../world/webhook/placed-webhook.js";
import type { WebhookWorld } from "../../world/webhook/webhook-world.js";
import { invalidWebhookToken, unknownWebhook } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { putWebhook, readLooks, removeWebhook, type WebhookInput } from "./changes.js";

/** What these rules touch. */
type Touched = WebhookWorld & GuildWorld & PictureWorld & DigestPort;

/** What names a webhook in a path: whoever has its token needs no other right. */
export interface WebhookPath {
  readonly id: Snowflake;
  readonly token: string;
}

/** `GET /webhooks/{id}/{token}`. */
export function getWebhookByToken(
  world: Touched,
  path: WebhookPath,
  webBase: string,
): Result<Record<string, unknown>> {
  const found = findByToken(world, path);
  return found instanceof Fault ? found : done(webhookView(found.webhook, webBase));
}

/** `PATCH /webhooks/{id}/{token}`. */
export function updateWebhookByToken(
  world: Touched,
  path: WebhookPath,
  input: WebhookInput,
  webBase: string,
): Result<Record<string, unknown>> {
  const found = findByToken(world, path);
  if (found instanceof Fault) return found;
  const looks = readLooks(input);
  if (looks instanceof Fault) return looks;
  const webhook = putWebhook(world, found.webhook, looks);
  return done(webhookView(webhook, webBase), [{ kind: "webhooksChanged", placed: found.placed }]);
}

/** `DELETE /webhooks/{id}/{token}`. */
export function deleteWebhookByToken(world: Touched, path: WebhookPath): Result<undefined> {
  const found = findByToken(world, path);
  if (found instanceof Fault) return found;
  removeWebhook(world, found.webhook);
  return done(undefined, [{ kind: "webhooksChanged", placed: found.placed }]);
}

function findByToken(
  world: WebhookWorld & GuildWorld & DigestPort,
  { id, token }: WebhookPath,
): PlacedWebhook | Fault {
  const found = placedWebhook(world, id);
  if (found === undefined) return unknownWebhook();
  return world.digest.equal(found.webhook.token, token) ? found : invalidWebhookToken();
}

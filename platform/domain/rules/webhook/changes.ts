import { WEBHOOK_NAME_MAX, WEBHOOKS_PER_CHANNEL_MAX, JsonErrorCode, type Snowflake } from "sdkpp/wire";
import { avatarSlot } from "../../records/picture/picture-slots.js";
import type { PictureData } from "../../records/picture/picture.js";
import { isAllowedWebhookName, type Webhook } from "../../records/webhook/webhook.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { removePicture, replacePicture } from "../../world/picture/pictures.js";
import type { DigestPort } from "../../world/ports.js";
import type { WebhookWorld } from "../../world/webhook/webhook-world.js";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";
import { readPicture } from "../picture-input.js";

/** Changes of a webhook; omitted fields keep their value. */
export interface WebhookInput {
  readonly name?: string | null | undefined;
  /** Data URI; null takes it away. */
  readonly avatar?: string | null | undefined;
}

/** The name and the picture of an input, checked. */
export interface WebhookAppearance {
  readonly name: string | undefined;
  readonly avatar: PictureData | null | undefined;
}

export function readAppearance({ name, avatar: uri }: WebhookInput): WebhookAppearance | Fault {
  const fault = name == null ? undefined : nameFault("name", name);
  if (fault !== undefined) return fault;
  const avatar = readPicture("avatar", uri);
  return avatar instanceof Fault ? avatar : { name: name?.trim(), avatar };
}

/** Why a webhook may not have this name. */
export function nameFault(field: string, name: string): Fault | undefined {
  const { length } = name.trim();
  if (length < 1 || length > WEBHOOK_NAME_MAX)
    return invalidField(
      field,
      "BASE_TYPE_BAD_LENGTH",
      `Must be between 1 and ${WEBHOOK_NAME_MAX} in length.`,
    );
  return isAllowedWebhookName(name)
    ? undefined
    : invalidField(field, "USERNAME_INVALID_CONTAINS", 'Username cannot contain "clyde" or "discord"');
}

export function limitFault(world: WebhookWorld, channelId: Snowflake): Fault | undefined {
  if (world.webhooks.listBy("channel", channelId).length < WEBHOOKS_PER_CHANNEL_MAX) return undefined;
  const message = `Maximum number of webhooks reached (${WEBHOOKS_PER_CHANNEL_MAX})`;
  return new Fault(400, JsonErrorCode.WebhookLimitReached, message);
}

/** Stores a webhook with its new name and picture. */
export function putWebhook(
  world: WebhookWorld & PictureWorld & DigestPort,
  webhook: Webhook,
  { name, avatar }: WebhookAppearance,
): Webhook {
  const hash = avatar === undefined ? webhook.avatar : replacePicture(world, avatarSlot(webhook.id), avatar);
  const after = { ...webhook, name: name ?? webhook.name, avatar: hash ?? undefined };
  world.webhooks.put(after);
  return after;
}

export function removeWebhook(world: WebhookWorld & PictureWorld, webhook: Webhook): void {
  world.webhooks.delete(webhook.id);
  removePicture(world, avatarSlot(webhook.id));
}

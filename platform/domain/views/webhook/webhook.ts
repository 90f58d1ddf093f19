import { INCOMING_WEBHOOK, type Webhook } from "../../records/webhook/webhook.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

type View = Record<string, unknown>;

/** A webhook as those see it who know its token. @param webBase address of the platform */
export function webhookView(webhook: Webhook, webBase: string): View {
  const { id, guildId, channelId, name, avatar, token, applicationId } = webhook;
  return {
    id,
    type: INCOMING_WEBHOOK,
    guild_id: guildId,
    channel_id: channelId,
    name,
    avatar: avatar ?? null,
    application_id: applicationId,
    token,
    url: `${webBase}/api/webhooks/${id}/${token}`,
  };
}

/** With the user who made it, for members who may manage webhooks. */
export function managedWebhookView(world: UserWorld, webhook: Webhook, webBase: string): View {
  const maker = world.users.get(webhook.userId);
  return { ...webhookView(webhook, webBase), ...(maker && { user: userView(maker) }) };
}

/** The fields of a webhook that the audit log lists. */
export function webhookAuditView({ name, channelId, avatar, applicationId }: Webhook): View {
  return {
    name,
    type: INCOMING_WEBHOOK,
    channel_id: channelId,
    avatar_hash: avatar ?? null,
    application_id: applicationId,
  };
}

import { webhookType, type Webhook } from "../../records/webhook/webhook.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

type View = Record<string, unknown>;

/** A webhook as those see it who know its token. @param webBase address of the platform */
export function webhookView(webhook: Webhook, webBase: string): View {
  const { id, guildId, channelId, name, avatar, token, applicationId } = webhook;
  return {
    id,
    type: webhookType(webhook),
    guild_id: guildId,
    channel_id: channelId,
    name,
    avatar: avatar ?? null,
    application_id: applicationId,
    ...(token === undefined ? {} : { token, url: `${webBase}/api/webhooks/${id}/${token}` }),
  };
}

/** A webhook with its creator and the followed channel, for members who may manage webhooks. */
export function managedWebhookView(world: UserWorld & GuildWorld, webhook: Webhook, webBase: string): View {
  const maker = world.users.get(webhook.userId);
  return {
    ...webhookView(webhook, webBase),
    ...sourceView(world, webhook),
    ...(maker && { user: userView(maker) }),
  };
}

/** Empty when the channel is gone, or the webhook's creator has left the server. */
function sourceView(world: GuildWorld, { source, userId }: Webhook): View {
  const followed = source && placedChannel(world, source.channelId);
  if (followed?.guild.memberIds.includes(userId) !== true) return {};
  const { guild, channel } = followed;
  return {
    source_guild: { id: guild.id, name: guild.name, icon: guild.icon ?? null },
    source_channel: { id: channel.id, name: channel.name },
  };
}

/** The fields of a webhook that the audit log lists. */
export function webhookAuditView(webhook: Webhook): View {
  const { name, channelId, avatar, applicationId } = webhook;
  return {
    name,
    type: webhookType(webhook),
    channel_id: channelId,
    avatar_hash: avatar ?? null,
    application_id: applicationId,
  };
}

import type { NotEmulatedGroup } from "./group.js";

export const webhookOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Webhooks",
    reason: "The platform has no webhooks: nothing outside it posts into its channels.",
    operations: {
      list_channel_webhooks: "GET /channels/{channel.id}/webhooks",
      create_webhook: "POST /channels/{channel.id}/webhooks",
      get_guild_webhooks: "GET /guilds/{guild.id}/webhooks",
      get_webhook: "GET /webhooks/{webhook.id}",
      update_webhook: "PATCH /webhooks/{webhook.id}",
      delete_webhook: "DELETE /webhooks/{webhook.id}",
      get_webhook_by_token: "GET /webhooks/{webhook.id}/{webhook.token}",
      execute_webhook: "POST /webhooks/{webhook.id}/{webhook.token}",
      update_webhook_by_token: "PATCH /webhooks/{webhook.id}/{webhook.token}",
      delete_webhook_by_token: "DELETE /webhooks/{webhook.id}/{webhook.token}",
      execute_github_compatible_webhook: "POST /webhooks/{webhook.id}/{webhook.token}/github",
      get_original_webhook_message: "GET /webhooks/{webhook.id}/{webhook.token}/messages/@original",
      update_original_webhook_message: "PATCH /webhooks/{webhook.id}/{webhook.token}/messages/@original",
      delete_original_webhook_message: "DELETE /webhooks/{webhook.id}/{webhook.token}/messages/@original",
      get_webhook_message: "GET /webhooks/{webhook.id}/{webhook.token}/messages/{message.id}",
      update_webhook_message: "PATCH /webhooks/{webhook.id}/{webhook.token}/messages/{message.id}",
      delete_webhook_message: "DELETE /webhooks/{webhook.id}/{webhook.token}/messages/{message.id}",
      execute_slack_compatible_webhook: "POST /webhooks/{webhook.id}/{webhook.token}/slack",
    },
  },
];

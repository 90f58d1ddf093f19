import type { NotEmulatedGroup } from "./group.js";

export const webhookOperations: readonly NotEmulatedGroup[] = [
  {
    area: "Webhooks of other services",
    reason: "Webhooks take messages in the platform's own form only.",
    operations: {
      execute_github_compatible_webhook: "POST /webhooks/{webhook.id}/{webhook.token}/github",
      execute_slack_compatible_webhook: "POST /webhooks/{webhook.id}/{webhook.token}/slack",
    },
  },
  {
    area: "Responses to interactions",
    reason: "Without interactions there is no original response; webhooks name their messages by id.",
    operations: {
      get_original_webhook_message: "GET /webhooks/{webhook.id}/{webhook.token}/messages/@original",
      update_original_webhook_message: "PATCH /webhooks/{webhook.id}/{webhook.token}/messages/@original",
      delete_original_webhook_message: "DELETE /webhooks/{webhook.id}/{webhook.token}/messages/@original",
    },
  },
];

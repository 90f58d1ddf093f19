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
];

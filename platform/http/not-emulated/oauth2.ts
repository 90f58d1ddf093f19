import type { NotEmulatedGroup } from "./group.js";

export const oauth2Operations: readonly NotEmulatedGroup[] = [
  {
    area: "Provisional accounts",
    reason: "Accounts without a login of their own are not built.",
    operations: {
      partner_sdk_unmerge_provisional_account: "POST /partner-sdk/provisional-accounts/unmerge",
      bot_partner_sdk_unmerge_provisional_account: "POST /partner-sdk/provisional-accounts/unmerge/bot",
      partner_sdk_token: "POST /partner-sdk/token",
      bot_partner_sdk_token: "POST /partner-sdk/token/bot",
    },
  },
];

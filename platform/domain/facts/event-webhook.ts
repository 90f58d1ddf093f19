import type { Snowflake } from "sdkpp/wire";

export type EventWebhookFact =
  /** An event waits for an application. */
  { readonly kind: "eventQueued"; readonly applicationId: Snowflake };

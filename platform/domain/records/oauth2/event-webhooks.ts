import type { WebAddress } from "sdkpp/wire";
/** `event_webhooks_status` of an application. */
export const EventWebhookStatus = { Disabled: 1, Enabled: 2, DisabledByPlatform: 3 } as const;
export type EventWebhookStatus = (typeof EventWebhookStatus)[keyof typeof EventWebhookStatus];

/** Events that applications can receive over HTTP (R§1.3). */
export const EVENT_WEBHOOK_TYPES = [
  "APPLICATION_AUTHORIZED",
  "APPLICATION_DEAUTHORIZED",
  "ENTITLEMENT_CREATE",
  "ENTITLEMENT_UPDATE",
  "ENTITLEMENT_DELETE",
  "QUEST_USER_ENROLLMENT",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_DELETE",
  "GAME_DIRECT_MESSAGE_CREATE",
  "GAME_DIRECT_MESSAGE_UPDATE",
  "GAME_DIRECT_MESSAGE_DELETE",
] as const;
export type EventWebhookType = (typeof EVENT_WEBHOOK_TYPES)[number];

/** The address at which an application receives events, and their types. */
export interface EventWebhooks {
  readonly url?: WebAddress | undefined;
  readonly status: EventWebhookStatus;
  readonly types: readonly EventWebhookType[];
  /** Why the platform disabled it. */
  readonly disabledReason?: string | undefined;
}

export const NO_EVENT_WEBHOOKS: EventWebhooks = { status: EventWebhookStatus.Disabled, types: [] };

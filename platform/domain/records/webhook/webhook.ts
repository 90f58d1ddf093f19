import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** `type` of a webhook that posts what others send to its address. */
export const INCOMING_WEBHOOK = 1;

/** An address that posts messages into a channel of a server, for everybody who knows its token. */
export interface Webhook {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
  readonly name: string;
  /** Hash of its picture. */
  readonly avatar?: string | undefined;
  /** Part of the address; shown to those who may manage webhooks, so it is kept as it is. */
  readonly token: string;
  readonly applicationId: Snowflake;
  /** Who made it. */
  readonly userId: Snowflake;
}

export function webhookIndex({ guildId, channelId }: Webhook): IndexValues {
  return { guild: guildId, channel: channelId };
}

/** Texts that no name of a webhook may have, in any case. */
const FORBIDDEN_PARTS = ["clyde", "discord"];

export function isAllowedWebhookName(name: string): boolean {
  const text = name.toLowerCase();
  return text.trim() !== "" && !FORBIDDEN_PARTS.some((part) => text.includes(part));
}

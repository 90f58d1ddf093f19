import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import type { WebhookAuthor } from "../message/message.js";

/** `type` of a webhook that posts what others send to its address. */
export const INCOMING_WEBHOOK = 1;

/** `type` of a webhook that posts what is crossposted in the channel that it follows. */
export const FOLLOWER_WEBHOOK = 2;

/** How many webhooks follow one channel: each costs a message for a crosspost, an edit and a deletion. */
export const FOLLOWERS_MAX = 50;

/** A webhook of a server's channel: it posts for everybody who knows its token, or copies of crossposted messages. */
export interface Webhook {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
  readonly name: string;
  /** Hash of its picture. */
  readonly avatar?: string | undefined;
  /** Part of the address; shown to users who may manage webhooks, so it is kept as it is. A follower has no address. */
  readonly token?: string;
  /** The announcement channel of a follower. */
  readonly source?: WebhookSource;
  readonly applicationId: Snowflake;
  /** The user who made it. */
  readonly userId: Snowflake;
}

/** The channel that a webhook follows. */
export interface WebhookSource {
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
}

export function webhookIndex({ guildId, channelId, source }: Webhook): IndexValues {
  return { guild: guildId, channel: channelId, ...(source && { source: source.channelId }) };
}

export function webhookType({ source }: Webhook): number {
  return source === undefined ? INCOMING_WEBHOOK : FOLLOWER_WEBHOOK;
}

/** The author of a message that it posts now. */
export function authorOfWebhook({ name, avatar }: Webhook): WebhookAuthor {
  return { name, ...(avatar === undefined ? {} : { avatar }) };
}

/** Texts that no name of a webhook may have, in any case. */
const FORBIDDEN_PARTS = ["clyde", "discord"];

export function isAllowedWebhookName(name: string): boolean {
  const text = name.toLowerCase();
  return text.trim() !== "" && !FORBIDDEN_PARTS.some((part) => text.includes(part));
}

import type { Webhook } from "../records/webhook/webhook.js";
import type { PlacedChannel } from "../world/guild/placed-channel.js";

export type WebhookFact =
  /** A webhook of this channel is new, changed or gone. */
  | { readonly kind: "webhooksChanged"; readonly placed: PlacedChannel }
  /** A channel follows one of announcements. */
  | {
      readonly kind: "channelFollowed";
      readonly placed: PlacedChannel;
      readonly source: PlacedChannel;
      readonly webhook: Webhook;
    };

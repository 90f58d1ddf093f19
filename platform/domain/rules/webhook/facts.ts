import type { PlacedChannel } from "../../world/guild/placed-channel.js";

export type WebhookFact =
  /** A webhook of this channel is new, changed or gone. */
  { readonly kind: "webhooksChanged"; readonly placed: PlacedChannel };

import type { Guild } from "../records/guild/guild.js";

export type ExpressionFact =
  /** The emojis of a server have changed. */
  | { readonly kind: "emojisChanged"; readonly guild: Guild }
  /** The stickers of a server have changed. */
  | { readonly kind: "stickersChanged"; readonly guild: Guild };

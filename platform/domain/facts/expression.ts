import type { Sound } from "../records/expression/sound.js";
import type { Guild } from "../records/guild/guild.js";

export type ExpressionFact =
  /** The emojis of a server have changed. */
  | { readonly kind: "emojisChanged"; readonly guild: Guild }
  /** The stickers of a server have changed. */
  | { readonly kind: "stickersChanged"; readonly guild: Guild }
  | { readonly kind: "soundCreated"; readonly sound: Sound }
  | { readonly kind: "soundUpdated"; readonly sound: Sound }
  | { readonly kind: "soundDeleted"; readonly sound: Sound };

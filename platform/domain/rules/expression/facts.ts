import type { Guild } from "../../records/guild/guild.js";

/** The emojis of a server have changed. */
export interface ExpressionFact {
  readonly kind: "emojisChanged";
  readonly guild: Guild;
}

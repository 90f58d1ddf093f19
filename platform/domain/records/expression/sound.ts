import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A sound of a soundboard, as far as playing it needs. */
export interface PlayableSound {
  readonly id: Snowflake;
  /** 2 to 32 characters */
  readonly name: string;
  /** 0 to 1 */
  readonly volume: number;
  /** An emoji of its server. */
  readonly emojiId: Snowflake | null;
  /** A Unicode emoji. */
  readonly emojiName: string | null;
}

/** A sound of a server's soundboard. */
export interface Sound extends PlayableSound {
  readonly guildId: Snowflake;
  /** The user who uploaded it. */
  readonly userId: Snowflake;
}

export function soundIndex({ guildId }: Sound): IndexValues {
  return { guild: guildId };
}

import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A sticker of a server. */
export interface Sticker {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly name: string;
  readonly description: string | null;
  readonly tags: string;
  /** A value of `StickerFormat`. */
  readonly format: number;
  /** The user who uploaded it. */
  readonly userId: Snowflake;
}

export function stickerIndex({ guildId }: Sticker): IndexValues {
  return { guild: guildId };
}

/** The copy of a sticker that a message keeps: it stays when the sticker is deleted. */
export interface StickerItem {
  readonly id: Snowflake;
  readonly name: string;
  readonly format: number;
}

import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A custom emoji of a server or of an application. */
export interface Emoji {
  readonly id: Snowflake;
  /** The guild or the application. */
  readonly ownerId: Snowflake;
  readonly name: string;
  readonly animated: boolean;
  /** The user who uploaded it. */
  readonly userId: Snowflake;
  /** Roles whose members may use it; all may when there are none. */
  readonly roleIds: readonly Snowflake[];
}

export function emojiIndex({ ownerId }: Emoji): IndexValues {
  return { owner: ownerId };
}

import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** What goes on in a stage channel now; a channel has one at most. */
export interface StageInstance {
  readonly id: Snowflake;
  readonly guildId: Snowflake;
  readonly channelId: Snowflake;
  /** 1 to 120 characters */
  readonly topic: string;
  /** The scheduled event that takes place in it. */
  readonly eventId: Snowflake | null;
}

export function stageInstanceIndex({ guildId, channelId }: StageInstance): IndexValues {
  return { guild: guildId, channel: channelId };
}

import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { memberKey } from "./guild-member.js";

/** A user who may not join a guild. */
export interface GuildBan {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly reason: string | null;
}

export function keyOfBan({ guildId, userId }: GuildBan): string {
  return memberKey(guildId, userId);
}

export function banIndex({ guildId }: GuildBan): IndexValues {
  return { guild: guildId };
}

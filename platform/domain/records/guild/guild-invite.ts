import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A way into a guild, for one user. */
export interface GuildInvite {
  readonly code: string;
  readonly channelId: Snowflake;
  /** The only user who can accept it. */
  readonly targetUserId: Snowflake;
  /** Unix milliseconds */
  readonly createdAt: number;
  /** Seconds */
  readonly maxAge: number;
  readonly maxUses: number;
  readonly uses: number;
}

export function inviteExpiresAt({ createdAt, maxAge }: GuildInvite): number {
  return createdAt + maxAge * 1000;
}

export function inviteIndex({ channelId }: GuildInvite): IndexValues {
  return { channel: channelId };
}

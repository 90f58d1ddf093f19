import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** Target type of an invite to an application that runs in a call, beside the channel. */
export const EMBEDDED_APPLICATION_TARGET = 2;

/** A way into a guild. */
export interface GuildInvite {
  readonly code: string;
  readonly channelId: Snowflake;
  /** The only user who can accept it; anybody, or those of a list, unless given. */
  readonly targetUserId?: Snowflake;
  /** The user who made it; the platform unless given. */
  readonly inviterId?: Snowflake;
  /** Unix milliseconds */
  readonly createdAt: number;
  /** Seconds; 0: it never expires */
  readonly maxAge: number;
  /** 0: no limit */
  readonly maxUses: number;
  readonly uses: number;
  /** Whether it promises a membership that ends with the visit; false unless set. */
  readonly temporary?: boolean;
  /** The application that runs in the call to which it leads. */
  readonly targetApplicationId?: Snowflake;
  /** Roles that it gives. */
  readonly roleIds?: readonly Snowflake[];
}

/** @returns Unix milliseconds; undefined: never */
export function inviteExpiresAt({ createdAt, maxAge }: GuildInvite): number | undefined {
  return maxAge === 0 ? undefined : createdAt + maxAge * 1000;
}

export function inviteIndex({ channelId }: GuildInvite): IndexValues {
  return { channel: channelId };
}

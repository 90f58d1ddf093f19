import type { Snowflake } from "sdkpp/wire";

/** The users who can accept an invite, as a list that somebody uploaded. */
export interface InviteTargets {
  readonly code: string;
  readonly userIds: readonly Snowflake[];
  /** When the list was uploaded, Unix milliseconds; it is processed at once. */
  readonly createdAt: number;
}

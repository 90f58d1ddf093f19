import type { Snowflake } from "sdkpp/wire";

/** A conversation of two users that is stored; it stays when they are no friends any more. */
export interface DmChannel {
  readonly id: Snowflake;
  readonly userIds: readonly [Snowflake, Snowflake];
  readonly lastMessageId: Snowflake | null;
}

/** Name of a pair, the same in either order. */
export function pairOf(left: Snowflake, right: Snowflake): string {
  return [left, right].sort().join(":");
}

export function dmChannelIndex({ userIds: [left, right] }: DmChannel): Record<string, string | string[]> {
  return { user: [left, right], pair: pairOf(left, right) };
}

/** The other one of the two. */
export function otherOf({ userIds: [left, right] }: DmChannel, userId: Snowflake): Snowflake {
  return left === userId ? right : left;
}

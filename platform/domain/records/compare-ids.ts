import type { Snowflake } from "sdkpp/wire";

/**
 * Orders ids, the oldest first: decimal without leading zeros, so that a longer one is larger. Lists of tens of thousands are sorted:
 * numbers made for each comparison would take most of the time.
 * @returns negative, 0 or positive, as `toSorted` wants it
 */
export function compareIds(left: Snowflake, right: Snowflake): number {
  return left.length - right.length || (left < right ? -1 : Number(left > right));
}

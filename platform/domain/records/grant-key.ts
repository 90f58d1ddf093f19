import type { Snowflake } from "sdkpp/wire";

/** Name of the per-application, per-user lists. */
export function grantKey(applicationId: Snowflake, userId: Snowflake): string {
  return `${applicationId}:${userId}`;
}

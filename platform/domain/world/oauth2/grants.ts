import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { World } from "../world.js";

/** Whether a user has agreed to an application, and not taken it back. */
export function hasAuthorized(world: World, applicationId: Snowflake, userId: Snowflake): boolean {
  return world.tokens.first("grant", grantKey(applicationId, userId)) !== undefined;
}

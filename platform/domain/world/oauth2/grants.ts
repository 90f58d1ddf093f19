import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { OAuth2World } from "./oauth2-world.js";

/** Whether a user has agreed to an application, and not taken it back. */
export function hasAuthorized(world: OAuth2World, applicationId: Snowflake, userId: Snowflake): boolean {
  return world.tokens.first("grant", grantKey(applicationId, userId)) !== undefined;
}

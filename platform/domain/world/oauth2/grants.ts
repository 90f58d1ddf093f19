import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { OAuth2World } from "./oauth2-world.js";

/** Whether a user has agreed to an application, and not taken it back. */
export function hasAuthorized(world: OAuth2World, applicationId: Snowflake, userId: Snowflake): boolean {
  return world.tokens.first("grant", grantKey(applicationId, userId)) !== undefined;
}

/** Users who have authorized an application. */
export function authorizedUsers(world: OAuth2World, applicationId: Snowflake): ReadonlySet<Snowflake> {
  const tokens = world.tokens.all().filter((token) => token.applicationId === applicationId);
  return new Set(tokens.map(({ userId }) => userId));
}

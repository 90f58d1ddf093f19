import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import type { UserWorld } from "./user-world.js";

export function identityOf(
  world: UserWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): ApplicationIdentity | undefined {
  return world.identities.get(grantKey(applicationId, userId));
}

/** Who has this external id in a game. */
export function identityByExternalId(
  world: UserWorld,
  applicationId: Snowflake,
  externalId: string,
): ApplicationIdentity | undefined {
  return world.identities.first("external", `${applicationId}:${externalId}`);
}

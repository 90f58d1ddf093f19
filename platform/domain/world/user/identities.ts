import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import type { World } from "../world.js";

export function identityOf(
  world: World,
  applicationId: Snowflake,
  userId: Snowflake,
): ApplicationIdentity | undefined {
  return world.identities.get(grantKey(applicationId, userId));
}

/** Who has this external id in a game. */
export function identityByExternalId(
  world: World,
  applicationId: Snowflake,
  externalId: string,
): ApplicationIdentity | undefined {
  return world.identities.first("external", `${applicationId}:${externalId}`);
}

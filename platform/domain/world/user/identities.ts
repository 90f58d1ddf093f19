import type { IdentityProvider, Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import type { User } from "../../records/user/user.js";
import type { UserWorld } from "./user-world.js";

export function identityOf(
  world: UserWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): ApplicationIdentity | undefined {
  return world.identities.get(grantKey(applicationId, userId));
}

/** A provider account's identity in a game. */
export function identityByAccount(
  world: UserWorld,
  applicationId: Snowflake,
  providerType: IdentityProvider,
  externalId: string,
): ApplicationIdentity | undefined {
  const holders = world.identities.listBy("external", `${applicationId}:${externalId}`);
  return holders.find((identity) => identity.providerType === providerType);
}

/** The identity with this external id in a game. */
export function identityByExternalId(
  world: UserWorld,
  applicationId: Snowflake,
  externalId: string,
): ApplicationIdentity | undefined {
  return world.identities.first("external", `${applicationId}:${externalId}`);
}

/** A provisional account of somebody whose full account is banned: it merges with none until the ban ends. */
export function isRestricted(world: UserWorld, { restrictedBy }: User): boolean {
  return restrictedBy !== undefined && world.users.get(restrictedBy)?.banned === true;
}

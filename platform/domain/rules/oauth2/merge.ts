import type { Snowflake } from "sdkpp/wire";
import { identityKey, type ApplicationIdentity } from "../../records/user/application-identity.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { OAuth2World } from "../../world/oauth2/oauth2-world.js";
import { identityByAccount, identityOf, isRestricted } from "../../world/user/identities.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { unknownUser } from "../faults.js";
import { done, type Fault, type Result } from "../outcome.js";
import {
  identityExists,
  mergeDestinationProvisional,
  mergeSourceBanned,
  mergeSourceNotProvisional,
  stillProvisional,
} from "./provisional-faults.js";
import { newIdentity, type ProvenAccount } from "./provisional.js";
import { revokeGrant } from "./tokens.js";

/**
 * Links an account of another provider to a full account (H§3.5). The guest that it was until now becomes part of the full
 * account; an identity that the game has never seen is linked as it is.
 */
export function linkAccount(
  world: UserWorld,
  applicationId: Snowflake,
  userId: Snowflake,
  account: ProvenAccount,
): Fact[] | Fault {
  if (world.users.get(userId)?.provisionalOf !== undefined) return mergeDestinationProvisional();
  if (identityOf(world, applicationId, userId) !== undefined) return identityExists();
  const identity = identityByAccount(world, applicationId, account.providerType, account.externalId);
  if (identity === undefined) return adopt(world, newIdentity(applicationId, userId, account));
  const source = world.users.get(identity.userId);
  if (source?.provisionalOf !== applicationId) return mergeSourceNotProvisional();
  if (isRestricted(world, source)) return mergeSourceBanned();
  return [{ kind: "accountMerged", identity, source, userId }];
}

/**
 * Separates an account of another provider from the full account that it is linked to (H§3.6). The end of the grant does the
 * rest, as it does after a revocation and a ban.
 */
export function unmergeAccount(
  world: UserWorld & ApplicationWorld & OAuth2World,
  applicationId: Snowflake,
  account: Pick<ProvenAccount, "providerType" | "externalId">,
): Result<undefined> {
  const identity = identityByAccount(world, applicationId, account.providerType, account.externalId);
  const holder = identity && world.users.get(identity.userId);
  if (holder === undefined) return unknownUser();
  if (holder.provisionalOf !== undefined) return stillProvisional();
  return done(undefined, revokeGrant(world, applicationId, holder.id));
}

/** Gives an identity to another account. */
export function passOn(world: UserWorld, before: ApplicationIdentity, userId: Snowflake): Fact[] {
  world.identities.delete(identityKey(before));
  return [{ kind: "identityRemoved", identity: before }, ...adopt(world, { ...before, userId })];
}

function adopt(world: UserWorld, identity: ApplicationIdentity): Fact[] {
  world.identities.put(identity);
  return [{ kind: "identityUpdated", identity }];
}

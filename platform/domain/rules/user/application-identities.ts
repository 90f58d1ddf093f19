import {
  PROFILE_DATA_BYTES_MAX,
  type ApplicationIdentityPayload,
  type ChangeApplicationProfileBody,
  type IdentityLookupPayload,
  type Snowflake,
  type WrittenProfilePayload,
} from "sdkpp/wire";
import { identityKey, type ApplicationIdentity } from "../../records/user/application-identity.js";
import {
  identityLookupView,
  identityView,
  writtenProfileView,
} from "../../views/user/application-identity.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { identityByExternalId, identityOf } from "../../world/user/identities.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../../facts/facts.js";
import { invalidField, notFound, unknownApplication, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";

/** The parameters of a path that name a profile. */
export interface ProfilePath {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly externalId: string;
}

/** Sets a user's identity in a game. Another user with the same external id loses its own. */
export function setIdentity(world: UserWorld, identity: ApplicationIdentity): Fact[] {
  const { applicationId, userId, externalId } = identity;
  const holder = identityByExternalId(world, applicationId, externalId);
  const isTaken = holder !== undefined && holder.userId !== userId;
  const lost = isTaken ? removeIdentity(world, applicationId, holder.userId) : [];
  world.identities.put(identity);
  return [...lost, { kind: "identityUpdated", identity }];
}

/** No effect for a user without one. */
export function removeIdentity(world: UserWorld, applicationId: Snowflake, userId: Snowflake): Fact[] {
  const identity = identityOf(world, applicationId, userId);
  if (identity === undefined) return [];
  world.identities.delete(identityKey(identity));
  return [{ kind: "identityRemoved", identity }];
}

/** `GET …/identities/{external_id}/profile`: by the game's own bot. */
export function getProfile(world: UserWorld, actor: Actor, path: ProfilePath): Result<WrittenProfilePayload> {
  const identity = ownIdentity(world, actor, path);
  return identity instanceof Fault ? identity : done(writtenProfileView(identity));
}

/**
 * `PATCH …/identities/{external_id}/profile`: what is absent stays, null clears, and `data` is replaced as a whole. Only the
 * first change of an empty profile replies with it.
 */
export function changeProfile(
  world: UserWorld,
  actor: Actor,
  path: ProfilePath,
  change: ChangeApplicationProfileBody,
): Result<WrittenProfilePayload | undefined> {
  const before = ownIdentity(world, actor, path);
  if (before instanceof Fault) return before;
  const { username = before.username, metadata = before.metadata, data = before.data } = change;
  if (Buffer.byteLength(JSON.stringify(data)) > PROFILE_DATA_BYTES_MAX)
    return invalidField("data", "BASE_TYPE_MAX_LENGTH", `Must be ${PROFILE_DATA_BYTES_MAX} or fewer bytes.`);
  const after: ApplicationIdentity = { ...before, username, metadata, data };
  world.identities.put(after);
  const reply = isWritten(before) ? undefined : writtenProfileView(after);
  return done(reply, [{ kind: "identityUpdated", identity: after }]);
}

function isWritten({ username, metadata, data }: ApplicationIdentity): boolean {
  return username !== null || metadata !== null || data !== null;
}

/** An account of another service, as a path and a query name it. */
export interface ExternalAccount {
  readonly providerType: string;
  readonly externalId: string;
  readonly providerId?: string | undefined;
}

type Identities = { readonly identities: readonly IdentityLookupPayload[] };

/** `GET /users/{user}/application-identities/{app}`: by the game's own bot. */
export function identitiesOfUser(
  world: UserWorld,
  actor: Actor,
  applicationId: Snowflake,
  userId: Snowflake,
): Result<Identities> {
  if (applicationId !== actor.application.id) return unknownApplication();
  if (world.users.get(userId) === undefined) return unknownUser();
  const identity = identityOf(world, applicationId, userId);
  return done({ identities: identity === undefined ? [] : [identityLookupView(identity)] });
}

/** `GET /applications/{app}/application-identities/{provider_type}/{external_id}`: empty when no user has this account. */
export function identitiesOfAccount(
  world: UserWorld,
  actor: Actor,
  applicationId: Snowflake,
  account: ExternalAccount,
): Result<Identities> {
  if (applicationId !== actor.application.id) return unknownApplication();
  const identity = identityByExternalId(world, applicationId, account.externalId);
  const isMeant = identity !== undefined && isOf(identity, account);
  return done({ identities: isMeant ? [identityLookupView(identity)] : [] });
}

/** `POST /users/{user}/application-identities/{app}/{provider_type}/{external_id}/delete`. */
export function deleteIdentity(
  world: UserWorld,
  actor: Actor,
  path: ProfilePath,
  account: ExternalAccount,
): Result<undefined> {
  const identity = ownIdentity(world, actor, path);
  if (identity instanceof Fault) return identity;
  if (!isOf(identity, account)) return notFound();
  return done(undefined, removeIdentity(world, path.applicationId, path.userId));
}

function isOf(identity: ApplicationIdentity, { providerType, providerId }: ExternalAccount): boolean {
  return (
    identity.providerType === providerType && (providerId === undefined || identity.providerId === providerId)
  );
}

/** `GET /users/{user}/application-identities`: only that of the token's own game. */
export function listIdentities(
  world: UserWorld,
  actor: Actor,
  userId: Snowflake,
  withProfiles: boolean,
): Result<{ identities: ApplicationIdentityPayload[] }> {
  if (world.users.get(userId) === undefined) return unknownUser();
  const identity = identityOf(world, actor.application.id, userId);
  return done({ identities: identity === undefined ? [] : [identityView(identity, withProfiles)] });
}

/** `POST /application-identities`: external ids in the token's own game; unknown users are left out. */
export function resolveIdentities(
  world: UserWorld,
  actor: Actor,
  userIds: readonly Snowflake[],
): Result<{ user_id: Snowflake; external_user_id: string }[]> {
  const identities = [...new Set(userIds)].flatMap(
    (userId) => identityOf(world, actor.application.id, userId) ?? [],
  );
  return done(
    identities.map(({ userId, externalId }) => ({ user_id: userId, external_user_id: externalId })),
  );
}

function ownIdentity(world: UserWorld, actor: Actor, path: ProfilePath): ApplicationIdentity | Fault {
  const { applicationId, userId, externalId } = path;
  if (applicationId !== actor.application.id) return unknownApplication();
  if (world.users.get(userId) === undefined) return unknownUser();
  const identity = identityOf(world, applicationId, userId);
  return identity?.externalId === externalId ? identity : notFound();
}

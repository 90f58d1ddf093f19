import type {
  ApplicationIdentityPayload,
  ApplicationProfilePayload,
  ChangeApplicationProfileBody,
  Snowflake,
} from "sdkpp/wire";
import { identityKey, type ApplicationIdentity } from "../../records/user/application-identity.js";
import { identityView, profileView } from "../../views/user/application-identity.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { identityByExternalId, identityOf } from "../../world/user/identities.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../facts.js";
import { notFound, unknownApplication, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";

/** What names a profile in a path. */
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

/** Nothing happens to a user without one. */
export function removeIdentity(world: UserWorld, applicationId: Snowflake, userId: Snowflake): Fact[] {
  const identity = identityOf(world, applicationId, userId);
  if (identity === undefined) return [];
  world.identities.delete(identityKey(identity));
  return [{ kind: "identityRemoved", identity }];
}

/** `GET …/identities/{external_id}/profile`: by the game's own bot. */
export function getProfile(
  world: UserWorld,
  actor: Actor,
  path: ProfilePath,
): Result<ApplicationProfilePayload> {
  const identity = ownIdentity(world, actor, path);
  return identity instanceof Fault ? identity : done(profileView(identity));
}

/** `PATCH …/identities/{external_id}/profile`: what is absent stays, null clears. */
export function changeProfile(
  world: UserWorld,
  actor: Actor,
  path: ProfilePath,
  change: ChangeApplicationProfileBody,
): Result<ApplicationProfilePayload> {
  const before = ownIdentity(world, actor, path);
  if (before instanceof Fault) return before;
  const { username = before.username, metadata = before.metadata, data = before.data } = change;
  const after: ApplicationIdentity = { ...before, username, metadata, data };
  world.identities.put(after);
  return done(profileView(after), [{ kind: "identityUpdated", identity: after }]);
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

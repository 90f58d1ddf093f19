import type {
  ApplicationIdentityPayload,
  ApplicationProfilePayload,
  IdentityLookupPayload,
  Snowflake,
  WrittenProfilePayload,
} from "sdkpp/wire";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import { identityOf } from "../../world/user/identities.js";
import type { UserWorld } from "../../world/user/user-world.js";

/** The pairs go out as one text (H§4); only the game's server can set `data`, so what is there can be trusted. */
export function profileView(identity: ApplicationIdentity): ApplicationProfilePayload {
  const { externalId, providerType, providerId, preferredGlobalName, username, metadata, data, avatarHash } =
    identity;
  return {
    username,
    metadata: metadata === null ? null : JSON.stringify(metadata),
    ...(data === null ? {} : { data, data_trusted: true }),
    external_id: {
      provider_type: providerType,
      provider_issued_user_id: externalId,
      provider_id: providerId,
      preferred_global_name: preferredGlobalName,
    },
    avatar_hash: avatarHash,
  };
}

/** The profile fields that the game's server has written. */
export function writtenProfileView({ username, metadata, data }: ApplicationIdentity): WrittenProfilePayload {
  return { username, metadata, ...(data === null ? {} : { data }) };
}

export function identityLookupView(identity: ApplicationIdentity): IdentityLookupPayload {
  const { providerType, providerId, externalId, userId } = identity;
  return {
    provider_type: providerType,
    provider_id: providerId,
    provider_issued_user_id: externalId,
    user_id: userId,
  };
}

export function identityView(
  identity: ApplicationIdentity,
  withProfiles: boolean,
): ApplicationIdentityPayload {
  const { applicationId, externalId } = identity;
  const view = { application_id: applicationId, provider_issued_user_id: externalId };
  const profile = profileView(identity);
  return withProfiles ? { ...view, profile, profiles: [profile] } : view;
}

/** The profiles that some users have in one game, by user; users without one are left out. */
export function profilesByUser(
  world: UserWorld,
  applicationId: Snowflake,
  userIds: readonly Snowflake[],
): Record<Snowflake, ApplicationProfilePayload[]> {
  const identities = [...new Set(userIds)].flatMap(
    (userId) => identityOf(world, applicationId, userId) ?? [],
  );
  return Object.fromEntries(identities.map((identity) => [identity.userId, [profileView(identity)]]));
}

import type {
  ApplicationIdentityPayload,
  ApplicationProfilePayload,
  IdentityProvider,
  MetadataMap,
  Snowflake,
} from "sdkpp/wire";
import { grantKey } from "../grant-key.js";
import type { World } from "../world.js";

/** Who a user is to one game, and how the game shows it. A user has at most one in each. */
export interface ApplicationIdentity {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** Issued by the provider; nobody else in the game has it. */
  readonly externalId: string;
  readonly providerType: IdentityProvider;
  readonly providerId: string | null;
  readonly preferredGlobalName: string | null;
  readonly username: string | null;
  readonly metadata: MetadataMap | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly avatarHash: string | null;
}

export function identityKey({ applicationId, userId }: ApplicationIdentity): string {
  return grantKey(applicationId, userId);
}

/** An external id is found within its game. */
export function identityIndex({ applicationId, externalId }: ApplicationIdentity): Record<string, string> {
  return { external: `${applicationId}:${externalId}` };
}

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

export function identityView(
  identity: ApplicationIdentity,
  withProfiles: boolean,
): ApplicationIdentityPayload {
  const { applicationId, externalId } = identity;
  const view = { application_id: applicationId, provider_issued_user_id: externalId };
  const profile = profileView(identity);
  return withProfiles ? { ...view, profile, profiles: [profile] } : view;
}

/** The profiles that some users have in one game, by user; whoever has none is not in it. */
export function profilesByUser(
  world: World,
  applicationId: Snowflake,
  userIds: readonly Snowflake[],
): Record<Snowflake, ApplicationProfilePayload[]> {
  const identities = [...new Set(userIds)].flatMap(
    (userId) => identityOf(world, applicationId, userId) ?? [],
  );
  return Object.fromEntries(identities.map((identity) => [identity.userId, [profileView(identity)]]));
}

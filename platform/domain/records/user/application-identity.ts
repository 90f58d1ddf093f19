import type { IdentityProvider, MetadataMap, Snowflake } from "sdkpp/wire";
import { grantKey } from "../grant-key.js";

/** A user's identity in one game, and how the game shows it. A user has at most one in each. */
export interface ApplicationIdentity {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** Issued by the provider; unique within the game. */
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

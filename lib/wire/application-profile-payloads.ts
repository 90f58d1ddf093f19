import type { MetadataMap } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

/** Who vouches for an identity; on the wire by these names. */
export const IDENTITY_PROVIDERS = [
  "OIDC",
  "EPIC_ONLINE_SERVICES",
  "STEAM",
  "UNITY",
  "DISCORD_BOT",
  "APPLE",
  "PLAYSTATION_NETWORK",
] as const;
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number];

/** Who a user is to a game, as the game's own account system knows it. */
export interface ExternalIdPayload {
  provider_type: IdentityProvider;
  provider_issued_user_id: string;
  provider_id: string | null;
  preferred_global_name: string | null;
}

/** How a game shows a user; in READY by user, and over HTTP. */
export interface ApplicationProfilePayload {
  username: string | null;
  /** the pairs that the game's server set, as JSON text */
  metadata: string | null;
  /** what else the game's server keeps here */
  data?: unknown;
  /** whether `data` was set by the game's server */
  data_trusted?: boolean;
  external_id: ExternalIdPayload;
  avatar_hash: string | null;
}

/** USER_APPLICATION_IDENTITY_UPDATE: the profile, and whose it is. */
export interface ApplicationIdentityUpdatePayload extends ApplicationProfilePayload {
  user_id: Snowflake;
  application_id: Snowflake;
}

/** USER_APPLICATION_IDENTITY_REMOVE. */
export interface ApplicationIdentityRemovePayload {
  user_id: Snowflake;
  application_id: Snowflake;
}

/** Body of `PATCH …/identities/{external_id}/profile`; what is absent stays, null clears. */
export interface ChangeApplicationProfileBody {
  username?: string | null;
  metadata?: MetadataMap | null;
  data?: Record<string, unknown> | null;
}

/** One entry of `GET /users/{user}/application-identities`. */
export interface ApplicationIdentityPayload {
  application_id: Snowflake;
  provider_issued_user_id: string;
  profile?: ApplicationProfilePayload;
  profiles?: ApplicationProfilePayload[];
}

import type { MetadataMap } from "./payloads.js";
import type { Snowflake } from "./snowflake.js";

/** Issuers of an identity, by their names on the wire. */
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

/** A user's identity in a game, from the game's own account system. */
export interface ExternalIdPayload {
  provider_type: IdentityProvider;
  provider_issued_user_id: string;
  provider_id: string | null;
  preferred_global_name: string | null;
}

/** A user's profile in a game; in READY by user, and over HTTP. */
export interface ApplicationProfilePayload {
  username: string | null;
  /** the pairs that the game's server set, as JSON text */
  metadata: string | null;
  /** further data of the game's server */
  data?: unknown;
  /** whether `data` was set by the game's server */
  data_trusted?: boolean;
  external_id: ExternalIdPayload;
  avatar_hash: string | null;
}

/** USER_APPLICATION_IDENTITY_UPDATE: a profile and its user. */
export interface ApplicationIdentityUpdatePayload extends ApplicationProfilePayload {
  user_id: Snowflake;
  application_id: Snowflake;
}

/** USER_APPLICATION_IDENTITY_REMOVE. */
export interface ApplicationIdentityRemovePayload {
  user_id: Snowflake;
  application_id: Snowflake;
}

/** A profile as the game's server reads and writes it. */
export interface WrittenProfilePayload {
  username: string | null;
  metadata: MetadataMap | null;
  data?: unknown;
}

/** An identity with its user, as the game's server looks it up. */
export interface IdentityLookupPayload {
  provider_type: IdentityProvider;
  provider_id: string | null;
  provider_issued_user_id: string;
  user_id: Snowflake;
}

/** Body of `PATCH …/identities/{external_id}/profile`; absent fields stay, null clears. */
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

import type { IdentityProvider } from "./application-profile-payloads.js";
import type { Snowflake } from "./snowflake.js";

/** Kinds of external tokens by their names on the wire (H§3.1), in the order of the SDK's enum. */
export const EXTERNAL_AUTH_TYPES = [
  "OIDC",
  "EPIC_ONLINE_SERVICES_ACCESS_TOKEN",
  "EPIC_ONLINE_SERVICES_ID_TOKEN",
  "STEAM_SESSION_TICKET",
  "UNITY_SERVICES_ID_TOKEN",
  "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
  "APPLE_ID_TOKEN",
  "PLAYSTATION_NETWORK_ID_TOKEN",
] as const;
export type ExternalAuthType = (typeof EXTERNAL_AUTH_TYPES)[number];

/** The provider of the identity behind each kind of token. */
export const PROVIDER_OF: Readonly<Record<ExternalAuthType, IdentityProvider>> = {
  OIDC: "OIDC",
  EPIC_ONLINE_SERVICES_ACCESS_TOKEN: "EPIC_ONLINE_SERVICES",
  EPIC_ONLINE_SERVICES_ID_TOKEN: "EPIC_ONLINE_SERVICES",
  STEAM_SESSION_TICKET: "STEAM",
  UNITY_SERVICES_ID_TOKEN: "UNITY",
  DISCORD_BOT_ISSUED_ACCESS_TOKEN: "DISCORD_BOT",
  APPLE_ID_TOKEN: "APPLE",
  PLAYSTATION_NETWORK_ID_TOKEN: "PLAYSTATION_NETWORK",
};

/** Length of the longest external token, characters. */
export const EXTERNAL_AUTH_TOKEN_MAX = 10_240;

/** Body of `POST /partner-sdk/token` and of the unmerge beside it. */
export interface ExternalTokenBody {
  client_id: Snowflake;
  /** Confidential applications only. */
  client_secret?: string | null;
  external_auth_type: ExternalAuthType;
  external_auth_token: string;
}

/** Body of `POST /partner-sdk/token/bot`. */
export interface BotProvisionalTokenBody {
  external_user_id: string;
  preferred_global_name?: string | null;
  /** An existing provisional account that gets this identity. */
  provisional_user_id?: Snowflake | null;
}

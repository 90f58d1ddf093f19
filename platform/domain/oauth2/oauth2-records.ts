import type { Snowflake } from "sdkpp/wire";

/** An authorization code that was handed out; the code itself is not kept. */
export interface AuthorizationCode {
  readonly hash: string;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly redirectUri: string;
  /** As asked for, umbrellas unexpanded. */
  readonly scope: string;
  readonly challenge?: string;
  /** Unix milliseconds */
  readonly expiresAt: number;
}

/** An access or refresh token that was handed out; the token itself is not kept. */
export interface TokenRecord {
  readonly hash: string;
  readonly kind: "access" | "refresh";
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly scope: string;
  /** Unix milliseconds; null: never */
  readonly expiresAt: number | null;
}

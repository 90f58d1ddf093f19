import type { Snowflake } from "sdkpp/wire";

/**
 * The secret half of an application's key pair, by which it recognizes what the platform sends. It is a record of its own, so
 * that nothing that shows an application can show it.
 */
export interface ApplicationKey {
  readonly applicationId: Snowflake;
  /** Ed25519, PKCS #8, base64url */
  readonly privateKey: string;
}

import type { Snowflake } from "sdkpp/wire";

export type OAuth2Fact =
  /** Every token of a user for an application is deleted. */
  {
    readonly kind: "grantRevoked";
    readonly applicationId: Snowflake;
    readonly userId: Snowflake;
    /** The logins of the deleted tokens. */
    readonly authSessions: readonly string[];
  };

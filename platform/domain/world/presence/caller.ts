import type { Snowflake } from "sdkpp/wire";

/** The main gateway session that speaks. */
export interface Caller {
  readonly sessionId: string;
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
}

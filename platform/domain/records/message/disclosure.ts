import type { Snowflake } from "sdkpp/wire";
import { grantKey } from "../grant-key.js";

/** The disclosures of an application that a user has acknowledged. */
export interface DisclosureRecord {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly acknowledged: readonly number[];
}

export function disclosureKey({ applicationId, userId }: DisclosureRecord): string {
  return grantKey(applicationId, userId);
}

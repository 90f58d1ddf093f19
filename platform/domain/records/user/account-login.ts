import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** A user who is logged in to the platform itself, outside every game; the token is not kept. */
export interface AccountLogin {
  /** SHA-256 of the token. */
  readonly hash: string;
  readonly userId: Snowflake;
}

export function accountLoginIndex({ userId }: AccountLogin): IndexValues {
  return { user: userId };
}

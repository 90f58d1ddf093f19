import type { Snowflake } from "sdkpp/wire";
import type { ApplicationIdentity } from "../records/user/application-identity.js";
import type { User } from "../records/user/user.js";

export type UserFact =
  | { readonly kind: "userChanged"; readonly user: User }
  | { readonly kind: "userBanned"; readonly userId: Snowflake }
  /** The account is about to go; its record is still there. */
  | { readonly kind: "userDeleted"; readonly userId: Snowflake }
  | { readonly kind: "identityUpdated"; readonly identity: ApplicationIdentity }
  | { readonly kind: "identityRemoved"; readonly identity: ApplicationIdentity };

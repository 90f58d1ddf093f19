import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../records/guild/guild.js";
import type { Application } from "../records/oauth2/application.js";
import type { InstallationContext } from "../records/oauth2/installation.js";
import type { ApplicationIdentity } from "../records/user/application-identity.js";
import type { User } from "../records/user/user.js";

export type OAuth2Fact =
  /** A guest becomes part of a full account. */
  | {
      readonly kind: "accountMerged";
      /** The guest's identity. */
      readonly identity: ApplicationIdentity;
      readonly source: User;
      /** The full account. */
      readonly userId: Snowflake;
    }
  /** All that the guest had has moved. */
  | {
      readonly kind: "mergeCompleted";
      readonly operationId: Snowflake;
      readonly sourceId: Snowflake;
      readonly userId: Snowflake;
    }
  /** A user has agreed to an application on the authorize page. */
  | {
      readonly kind: "applicationAuthorized";
      readonly application: Application;
      readonly user: User;
      readonly scopes: readonly string[];
      /** The new installation's context, if there is one. */
      readonly context?: InstallationContext | undefined;
      readonly guild?: Guild | undefined;
    }
  /** An application has joined a publisher's parent application, or left it. */
  | { readonly kind: "parentChanged"; readonly applicationId: Snowflake }
  /** The tokens of one login are deleted, because one of them was used twice; the user's agreement stays. */
  | {
      readonly kind: "loginEnded";
      readonly applicationId: Snowflake;
      readonly userId: Snowflake;
      readonly authSession: string;
    }
  /** Every token of a user for an application is deleted. */
  | {
      readonly kind: "grantRevoked";
      readonly applicationId: Snowflake;
      readonly userId: Snowflake;
      /** The logins of the deleted tokens. */
      readonly authSessions: readonly string[];
    };

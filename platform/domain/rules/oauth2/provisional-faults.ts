import { JsonErrorCode } from "sdkpp/wire";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import { Fault } from "../outcome.js";

/** Rejections around accounts without a login of their own (H§3.4). */
export const provisionalAccountsDisabled = (): Fault =>
  new Fault(
    403,
    JsonErrorCode.ProvisionalAccountsDisabled,
    "Provisional accounts are not enabled for this application",
  );

export const badClientSecret = (): Fault =>
  new Fault(401, JsonErrorCode.BadClientSecret, "Invalid client secret");

export const invalidExternalToken = (): Fault =>
  new Fault(403, JsonErrorCode.InvalidOAuth2Token, "Invalid external authentication token");

/** The identity has become a full account, which signs in by itself. */
export function accountAlreadyLinked(identity: ApplicationIdentity): Fault {
  return new Fault(
    400,
    JsonErrorCode.AccountAlreadyLinked,
    "User account is non-provisional and should be authed through OAuth2",
    undefined,
    {
      user_id: identity.userId,
      provider_type: identity.providerType,
      provider_id: identity.providerId,
      provider_issued_user_id: identity.externalId,
    },
  );
}

export const mergeSourceNotProvisional = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.MergeSourceNotProvisional,
    "The source of the merge is not a provisional account",
  );

export const mergeDestinationProvisional = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.MergeDestinationProvisional,
    "The destination of the merge is a provisional account",
  );

export const mergeSourceBanned = (): Fault =>
  new Fault(400, JsonErrorCode.MergeSourceBanned, "The source of the merge is banned");

export const identityExists = (): Fault =>
  new Fault(400, JsonErrorCode.IdentityExists, "The user already has an identity for this application");

export const stillProvisional = (): Fault =>
  new Fault(400, JsonErrorCode.ProvisionalAccount, "The account is provisional");

import { OAuth2ErrorName } from "sdkpp/wire";

/** A rejection in the form of RFC 6749, which the OAuth2 endpoints use instead of JSON error codes. */
export class OAuth2Fault {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly description: string,
  ) {}
}

export const invalidGrant = (what: string): OAuth2Fault =>
  new OAuth2Fault(400, OAuth2ErrorName.InvalidGrant, `Invalid "${what}" in request`);

/** Deprecated for provisional accounts: their tokens come from a fresh token of the provider. */
export const signInAgain = (): OAuth2Fault =>
  new OAuth2Fault(
    400,
    OAuth2ErrorName.InvalidGrant,
    "The refresh token of a provisional account cannot be used here: sign in again with a fresh token of the identity provider",
  );

export const invalidClient = (): OAuth2Fault =>
  new OAuth2Fault(401, OAuth2ErrorName.InvalidClient, "Invalid client credentials");

export const missing = (field: string): OAuth2Fault =>
  new OAuth2Fault(400, OAuth2ErrorName.InvalidRequest, `Missing "${field}" in request`);

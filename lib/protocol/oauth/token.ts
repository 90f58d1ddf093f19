import { asInteger, asObject, asString } from "../checked.js";
import { Secret } from "../secret.js";

/** A request to the token endpoint. */
export type TokenGrant =
  | { kind: "code"; clientId: bigint; code: string; codeVerifier: string; redirectUri: string }
  | { kind: "refresh"; clientId: bigint; refreshToken: string };

/** Its response. */
export interface TokenGrantResult {
  accessToken: Secret;
  /** empty when the platform sent none */
  refreshToken: Secret;
  /** seconds */
  expiresIn: number;
  scopes: string;
}

/** Form fields of a token request of a public client: no secret. */
export function tokenForm(grant: TokenGrant): Record<string, string> {
  const client_id = grant.clientId.toString();
  if (grant.kind === "refresh")
    return { grant_type: "refresh_token", client_id, refresh_token: grant.refreshToken };
  return {
    grant_type: "authorization_code",
    client_id,
    code: grant.code,
    code_verifier: grant.codeVerifier,
    redirect_uri: grant.redirectUri,
  };
}

export function revokeForm(clientId: bigint, token: string): Record<string, string> {
  return { client_id: clientId.toString(), token };
}

/** @returns undefined unless the response contains a bearer token */
export function parseTokenResponse(body: unknown): TokenGrantResult | undefined {
  const answer = asObject(body);
  const accessToken = asString(answer?.["access_token"]);
  const expiresIn = asInteger(answer?.["expires_in"], 0, Number.MAX_SAFE_INTEGER);
  if (accessToken === undefined || accessToken === "" || expiresIn === undefined) return undefined;
  if (asString(answer?.["token_type"])?.toLowerCase() !== "bearer") return undefined;
  return {
    accessToken: new Secret(accessToken),
    refreshToken: new Secret(asString(answer?.["refresh_token"]) ?? ""),
    expiresIn,
    scopes: asString(answer?.["scope"]) ?? "",
  };
}

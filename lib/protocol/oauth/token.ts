import { DEVICE_GRANT_TYPE, type ExternalAuthType } from "../../wire/index.js";
import { asInteger, asObject, asString } from "../checked.js";
import { Secret } from "../secret.js";

/** A request to the token endpoint. */
export type TokenGrant =
  | { kind: "refresh"; clientId: bigint; refreshToken: string }
  | ({ clientId: bigint; merge?: ExternalToken | undefined } & (
      | { kind: "code"; code: string; codeVerifier: string; redirectUri: string }
      | { kind: "device"; deviceCode: string }
    ));

/** A token of another identity provider. */
export interface ExternalToken {
  type: ExternalAuthType;
  token: string;
}

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
  switch (grant.kind) {
    case "refresh":
      return { grant_type: "refresh_token", client_id, refresh_token: grant.refreshToken };
    case "device":
      return {
        grant_type: DEVICE_GRANT_TYPE,
        client_id,
        device_code: grant.deviceCode,
        ...mergeFields(grant.merge),
      };
    case "code":
      return {
        grant_type: "authorization_code",
        client_id,
        code: grant.code,
        code_verifier: grant.codeVerifier,
        redirect_uri: grant.redirectUri,
        ...mergeFields(grant.merge),
      };
  }
}

/** The fields that name the provisional account that becomes part of the full one (H§2.5). */
function mergeFields(external: ExternalToken | undefined): Record<string, string> {
  return external === undefined
    ? {}
    : { external_auth_type: external.type, external_auth_token: external.token };
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

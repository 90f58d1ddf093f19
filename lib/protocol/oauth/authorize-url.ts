import { AUTHORIZE_PAGE_PATH } from "../../wire/index.js";

/** Parameters of the consent page. */
export interface AuthorizeRequest {
  webBase: string;
  clientId: bigint;
  scopes: string;
  redirectUri: string;
  state: string;
  nonce?: string | undefined;
  codeChallenge?: string | undefined;
  integrationType?: number | undefined;
}

/** The address of the consent page. @throws TypeError when `webBase` is not an address */
export function authorizeUrl(request: AuthorizeRequest): string {
  const url = new URL(request.webBase.replace(/\/+$/, "") + AUTHORIZE_PAGE_PATH);
  url.search = new URLSearchParams(authorizeQuery(request)).toString();
  return url.href;
}

function authorizeQuery(request: AuthorizeRequest): Record<string, string> {
  const { nonce, codeChallenge, integrationType } = request;
  return {
    client_id: request.clientId.toString(),
    response_type: "code",
    scope: request.scopes,
    redirect_uri: request.redirectUri,
    state: request.state,
    ...(nonce === undefined ? {} : { nonce }),
    ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge, code_challenge_method: "S256" }),
    ...(integrationType === undefined ? {} : { integration_type: String(integrationType) }),
  };
}

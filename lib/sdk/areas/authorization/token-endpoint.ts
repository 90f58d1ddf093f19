import { parseTokenResponse, tokenForm, type TokenGrant } from "../../../protocol/index.js";
import { Route } from "../../../wire/index.js";
import type { Api } from "../../core/api/api.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import { AuthorizationTokenType, ErrorType } from "../../../enums/index.js";
import type { ChildTokenResult, TokenExchangeResult } from "./authorization-results.js";

export interface TokenEndpointParts {
  readonly api: Api;
  readonly logs: Pick<ClientLogs, "keepSecret">;
}

/**
 * Exchanges a grant for tokens, which no log line shows.
 * @throws {Failure} AuthorizationFailed when the response has no token; as {@link Api.call}
 */
export async function exchangeGrant(
  { api, logs }: TokenEndpointParts,
  grant: TokenGrant,
  signal: AbortSignal,
): Promise<TokenExchangeResult> {
  const body = await api.call({ method: "POST", path: Route.oauth2Token(), form: tokenForm(grant), signal });
  return tokenValue(logs, body);
}

/**
 * Exchanges the token of a publisher's parent application for one of a game.
 * @throws {Failure} as {@link exchangeGrant}
 */
export async function exchangeForChild(
  { api, logs }: TokenEndpointParts,
  parentToken: string,
  childApplicationId: bigint,
  signal: AbortSignal,
): Promise<ChildTokenResult> {
  const json = { parent_access_token: parentToken, child_application_id: String(childApplicationId) };
  const body = await api.call({ method: "POST", path: Route.childToken(), json, signal });
  const { result, accessToken, tokenType, expiresIn, scopes } = tokenValue(logs, body);
  return { result, accessToken, tokenType, expiresIn, scopes };
}

/**
 * The tokens in a response.
 * @throws {Failure} AuthorizationFailed when it has none
 */
export function tokenValue(logs: TokenEndpointParts["logs"], body: unknown): TokenExchangeResult {
  const tokens = parseTokenResponse(body);
  if (tokens === undefined)
    throw new Failure(failed(ErrorType.AuthorizationFailed, "the token endpoint returned no token"));
  const { expiresIn, scopes } = tokens;
  const [accessToken, refreshToken] = [tokens.accessToken.reveal(), tokens.refreshToken.reveal()];
  logs.keepSecret(accessToken);
  logs.keepSecret(refreshToken);
  const tokenType = AuthorizationTokenType.Bearer;
  return { result: success(), accessToken, refreshToken, tokenType, expiresIn, scopes };
}

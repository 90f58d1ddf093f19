import type { FastifyInstance } from "fastify";
import { AUTHORIZE_PAGE_PATH, METADATA_PATHS, Scope } from "sdkpp/wire";
import { knownScopes } from "../domain/views/oauth2/scopes.js";
import { keysView, userInfoView } from "../domain/views/oauth2/openid.js";
import { GRANT_TYPES } from "../domain/rules/oauth2/exchange.js";
import { done } from "../domain/rules/outcome.js";
import { API_PATH } from "./api-version.js";
import { sendJson } from "./reply.js";
import { route, type Addresses } from "./route.js";

export const openIdRoutes = [
  route("GET", "/oauth2/keys", {
    docs: "topics/oauth2",
    auth: "none",
    prepare: async (_request, _world, { currentKey }) => {
      await currentKey();
      return undefined;
    },
    handle: (_request, world) => done(keysView(world)),
  }),
  route("GET", "/oauth2/userinfo", {
    docs: "topics/oauth2",
    auth: "bearer",
    scope: Scope.OpenId,
    handle: ({ actor }, _world, { webBase }) => done(userInfoView(actor, webBase)),
  }),
];

/** Mounts the two documents by which a client finds everything else, at the site root (H§2.8). */
export function mountMetadata(app: FastifyInstance, addresses: Addresses): void {
  for (const path of METADATA_PATHS)
    app.get(path, (_request, reply) => sendJson(reply, 200, metadata(addresses.webBase)));
}

/** RFC 8414 section 2 and OpenID Connect Discovery 1.0 section 3, in one. */
function metadata(issuer: string): object {
  const oauth2 = `${issuer}${API_PATH}/oauth2`;
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PAGE_PATH,
    token_endpoint: `${oauth2}/token`,
    revocation_endpoint: `${oauth2}/token/revoke`,
    device_authorization_endpoint: `${oauth2}/device/authorize`,
    userinfo_endpoint: `${oauth2}/userinfo`,
    jwks_uri: `${oauth2}/keys`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: knownScopes(),
    claims_supported: ["iss", "sub", "aud", "iat", "exp", "auth_time", "nonce", "at_hash"],
    authorization_response_iss_parameter_supported: true,
  };
}

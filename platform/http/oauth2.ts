import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OAuth2ErrorName } from "sdkpp/wire";
import {
  exchangeToken,
  OAuth2Fault,
  type OAuth2Result,
  revokeToken,
  type TokenForm,
} from "../domain/rules/oauth2/tokens.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { IdTokens } from "../openid/id-tokens.js";
import { API_PATH } from "./api-version.js";
import { FormData } from "./body.js";
import { sendJson } from "./reply.js";

interface TokenContext {
  readonly world: World;
  readonly publisher: Publisher;
  readonly idTokens: IdTokens;
}

type TokenRule<T> = (world: World, form: TokenForm) => OAuth2Result<T>;

const TOKEN = "/oauth2/token";
const REVOKE = "/oauth2/token/revoke";
/** Paths below the API's address. */
export const TOKEN_ENDPOINTS: readonly string[] = [TOKEN, REVOKE];

/** Mounts the two endpoints that accept forms and respond as RFC 6749 defines. */
export function mountTokenEndpoints(app: FastifyInstance, context: TokenContext): void {
  app.post(API_PATH + TOKEN, async (request, reply) => {
    const issued = settle(exchangeToken, context, request);
    return send(reply, issued instanceof OAuth2Fault ? issued : await context.idTokens.attach(issued));
  });
  app.post(API_PATH + REVOKE, (request, reply) => send(reply, settle(revokeToken, context, request)));
}

function settle<T>(rule: TokenRule<T>, context: TokenContext, request: FastifyRequest): T | OAuth2Fault {
  return context.publisher.settle(() => apply(rule, context.world, request));
}

function send(reply: FastifyReply, result: object): FastifyReply {
  reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
  if (result instanceof OAuth2Fault) {
    return sendJson(reply, result.status, { error: result.error, error_description: result.description });
  }
  return sendJson(reply, 200, result);
}

function apply<T>(rule: TokenRule<T>, world: World, request: FastifyRequest): OAuth2Result<T> {
  if (!(request.body instanceof FormData)) {
    return new OAuth2Fault(
      400,
      OAuth2ErrorName.InvalidRequest,
      "The body must be application/x-www-form-urlencoded",
    );
  }
  return rule(world, { ...request.body.fields, ...basicCredentials(request.headers.authorization) });
}

/** A stray `Authorization: Bearer` beside form credentials is ignored (H§1.3). */
function basicCredentials(header: string | undefined): { client_id?: string; client_secret?: string } {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return {};
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? {} : { client_id: text.slice(0, colon), client_secret: text.slice(colon + 1) };
}

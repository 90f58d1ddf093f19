import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  DEVICE_CODE_LIFE_S,
  DEVICE_PAGE_PATH,
  DEVICE_POLL_INTERVAL_S,
  EXTERNAL_AUTH_TOKEN_MAX,
  EXTERNAL_AUTH_TYPES,
  OAuth2ErrorName,
  Route,
} from "sdkpp/wire";
import { startDevice, type StartedDevice } from "../domain/rules/oauth2/device.js";
import { exchangeToken } from "../domain/rules/oauth2/exchange.js";
import { invalidExternalToken } from "../domain/rules/oauth2/provisional-faults.js";
import type { ProvenAccount } from "../domain/rules/oauth2/provisional.js";
import { Fault } from "../domain/rules/outcome.js";
import {
  authenticateClient,
  type OAuth2Result,
  revokeToken,
  type TokenForm,
} from "../domain/rules/oauth2/tokens.js";
import { missing, OAuth2Fault } from "../domain/rules/oauth2/oauth2-fault.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { IdTokens } from "../openid/id-tokens.js";
import { API_PATH } from "./api-version.js";
import { FormData } from "./body.js";
import { isAddressLimited, type RateLimits } from "./rate-limits.js";
import { sendFault, sendJson } from "./reply.js";
import type { Addresses, Outside } from "./route.js";

interface TokenContext {
  readonly world: World;
  readonly publisher: Publisher;
  readonly idTokens: IdTokens;
  readonly addresses: Addresses;
  readonly outside: Outside;
}

type TokenRule<T> = (world: World, form: TokenForm) => OAuth2Result<T> | Fault;

const TOKEN = Route.oauth2Token();
const REVOKE = Route.oauth2Revoke();
const DEVICE = Route.oauth2DeviceAuthorize();
/** Paths below the API's address. */
export const TOKEN_ENDPOINTS: readonly string[] = [TOKEN, REVOKE, DEVICE];

/**
 * Mounts the endpoints that accept forms and respond as RFC 6749 defines.
 * @param rates counts their requests, which have no token; undefined: rate limits are off
 */
export function mountTokenEndpoints(
  app: FastifyInstance,
  context: TokenContext,
  rates: RateLimits | undefined,
): void {
  const counted = {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (rates === undefined || !isAddressLimited(rates, request.ip, reply)) done();
    },
  };
  app.post(API_PATH + TOKEN, counted, async (request, reply) => {
    const form = readForm(request);
    const account = form instanceof OAuth2Fault ? form : await mergedAccount(context, form);
    if (account instanceof OAuth2Fault || account instanceof Fault) return send(reply, account);
    const issued = settle((world, fields) => exchangeToken(world, fields, account), context, request);
    const isRejected = issued instanceof OAuth2Fault || issued instanceof Fault;
    return send(reply, isRejected ? issued : await context.idTokens.attach(issued));
  });
  app.post(API_PATH + REVOKE, counted, (request, reply) =>
    send(reply, settle(revokeToken, context, request)),
  );
  app.post(API_PATH + DEVICE, counted, (request, reply) => {
    const started = settle(startDevice, context, request);
    const isRejected = started instanceof OAuth2Fault || started instanceof Fault;
    return send(reply, isRejected ? started : deviceView(started, context.addresses));
  });
}

/** RFC 8628 section 3.2. */
function deviceView({ deviceCode, userCode }: StartedDevice, { webBase }: Addresses): object {
  const page = webBase + DEVICE_PAGE_PATH;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: DEVICE_CODE_LIFE_S,
    interval: DEVICE_POLL_INTERVAL_S,
  };
}

/** The account of another provider that becomes part of the user's (H§2.5); undefined: none. */
async function mergedAccount(
  { world, outside }: TokenContext,
  form: TokenForm,
): Promise<ProvenAccount | Fault | OAuth2Fault | undefined> {
  const { external_auth_type: type, external_auth_token: token } = form;
  if (type === undefined && token === undefined) return undefined;
  if (token === undefined) return missing("external_auth_token");
  const known = EXTERNAL_AUTH_TYPES.find((one) => one === type);
  if (known === undefined) return missing("external_auth_type");
  if (token.length > EXTERNAL_AUTH_TOKEN_MAX) return invalidExternalToken();
  const application = authenticateClient(world, form, false);
  if (application instanceof OAuth2Fault) return application;
  return outside.provenAccount(application, known, token);
}

function settle<T>(
  rule: TokenRule<T>,
  context: TokenContext,
  request: FastifyRequest,
): T | Fault | OAuth2Fault {
  return context.publisher.settle(() => {
    const form = readForm(request);
    return form instanceof OAuth2Fault ? form : rule(context.world, form);
  });
}

function send(reply: FastifyReply, result: object): FastifyReply {
  reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
  if (result instanceof Fault) return sendFault(reply, result);
  if (result instanceof OAuth2Fault) {
    return sendJson(reply, result.status, { error: result.error, error_description: result.description });
  }
  return sendJson(reply, 200, result);
}

function readForm({ body, headers }: FastifyRequest): TokenForm | OAuth2Fault {
  if (body instanceof FormData) return { ...body.fields, ...basicCredentials(headers.authorization) };
  const words = "The body must be application/x-www-form-urlencoded";
  return new OAuth2Fault(400, OAuth2ErrorName.InvalidRequest, words);
}

/** A stray `Authorization: Bearer` beside form credentials is ignored (H§1.3). */
function basicCredentials(header: string | undefined): { client_id?: string; client_secret?: string } {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return {};
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return {};
  return { client_id: formDecoded(text.slice(0, colon)), client_secret: formDecoded(text.slice(colon + 1)) };
}

/** Id and secret are form-encoded before they are joined (RFC 6749 2.3.1). Nobody has the empty id or secret of a wrong encoding. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}

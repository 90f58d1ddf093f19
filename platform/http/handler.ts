import type { FastifyReply, FastifyRequest } from "fastify";
import { parseSnowflake } from "sdkpp/wire";
import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { authenticate } from "../domain/rules/oauth2/authenticate.js";
import type { Actor } from "../domain/world/oauth2/actor.js";
import {
  botsOnly,
  invalidField,
  invalidForm,
  missingScope,
  notFound,
  usersOnly,
} from "../domain/rules/faults.js";
import { Fault } from "../domain/rules/outcome.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { FileSender } from "../domain/rules/posting/attachments.js";
import { AUDIT_REASON_HEADER, auditReason } from "./audit-reason.js";
import { FormData } from "./body.js";
import { formErrors } from "./form-errors.js";
import { LITERAL_SEGMENTS } from "./literal-segments.js";
import { localeOf } from "./locale.js";
import { MultipartBody } from "./multipart.js";
import { QueryReader, type Query } from "./query.js";
import type { Quotas } from "./quotas.js";
import { isAddressLimited, type RateLimits } from "./rate-limits.js";
import { sendAnswer, sendFault, sendRateLimited } from "./reply.js";
import { unbuiltFault } from "./unbuilt-fields.js";
import { Created, type Addresses, type Outside, type Route, type RouteRequest } from "./route.js";

export interface HandlerContext {
  readonly world: World;
  readonly publisher: Publisher;
  readonly addresses: Addresses;
  readonly outside: Outside;
  readonly enforceRateLimits: boolean;
}

/** Counts requests. */
export interface Limits {
  readonly rates: RateLimits;
  readonly quotas: Quotas;
}

/** Serves one request of one route. The files that came with it have a record then, or go. */
export function serve(
  route: Route,
  context: HandlerContext,
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { body } = request;
  if (!(body instanceof MultipartBody)) return answer(route, context, limits, request, reply);
  let later: Promise<FastifyReply> | undefined;
  try {
    const answered = answer(route, context, limits, request, reply);
    // A reply has a `then` too, and it would wait for its reader.
    if (answered instanceof Promise) later = answered.finally(() => body.release());
    return later ?? answered;
  } finally {
    if (later === undefined) body.release();
  }
}

/** Authenticates, limits the rate, reads the input, then applies the rule. */
function answer(
  route: Route,
  context: HandlerContext,
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (namesALiteral(request)) return sendFault(reply, notFound());
  const actor = route.auth === "none" ? undefined : admit(route, context.world, request);
  if (actor instanceof Fault) return sendFault(reply, actor);
  const params = readParams(request);
  if (params instanceof Fault) return sendFault(reply, params);
  const caller = callerOf(actor, params);
  const counted = { actor, caller, params, address: request.ip };
  if (isRateLimited(route, context, limits.rates, counted, reply)) return reply;
  if (isOverQuota(route, context, limits.quotas, counted, reply)) return reply;
  const body = readBody(route, request.body);
  if (body instanceof Fault) return sendFault(reply, body);
  const unbuilt = unbuiltFault(route.unbuilt, body);
  if (unbuilt !== undefined) return sendFault(reply, unbuilt);
  const query = readQuery(route, request.query as Query);
  if (query instanceof Fault) return sendFault(reply, query);
  // An open route has no actor, and its handler does not read it.
  const { uploads = [], readUploads = [] } = request.body instanceof MultipartBody ? request.body : {};
  const locale = localeOf(request.headers);
  const read = { params, body: body as never, query: query as never, uploads, readUploads, locale };
  const input = { actor: actor as Actor, ...read };
  if (route.prepare === undefined)
    return settle(route, context, { ...input, prepared: undefined as never }, reply);
  return route
    .prepare(input, context.world, context.outside)
    .then((prepared) =>
      prepared instanceof Fault
        ? sendFault(reply, prepared)
        : settle(route, context, { ...input, prepared: prepared as never }, reply),
    );
}

/** Carries out the operation. */
function settle(
  route: Route,
  context: HandlerContext,
  input: RouteRequest<string, never, never, never>,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const answer = context.publisher.settle(() => route.handle(input, context.world, context.addresses));
  if (answer instanceof Fault) return sendFault(reply, answer);
  if (answer === undefined) return reply.code(204).send();
  if (answer instanceof Created) return sendAnswer(reply, 201, answer.body);
  const send = (body: unknown) => sendAnswer(reply, route.status ?? 200, body);
  return route.finish === undefined ? send(answer) : route.finish(answer, context.outside).then(send);
}

/** A request that may have files. */
export interface Admitted {
  /** The sender of the files, where that decides how large they may be. */
  readonly sender: FileSender | undefined;
  /** The key of the requests with which its body waits for its turn. */
  readonly caller: string;
}

/** Rejects callers who may not use a route before their body is read: bodies with files are large. */
export function admitEarly(
  route: Route,
  { world }: HandlerContext,
  request: FastifyRequest,
): Admitted | Fault {
  const actor = route.auth === "none" ? undefined : admit(route, world, request);
  if (actor instanceof Fault) return actor;
  const params = readParams(request);
  if (params instanceof Fault) return params;
  const sender = route.early?.({ params, actor: actor as Actor }, world);
  return sender instanceof Fault ? sender : { sender, caller: callerOf(actor, params) ?? majorOf(params) };
}

function admit(route: Route, world: World, request: FastifyRequest): Actor | Fault {
  const actor = authenticate(world, request.headers.authorization);
  if (actor instanceof Fault) return actor;
  if (route.auth === "bot" && actor.kind !== "bot") return botsOnly();
  if (route.auth === "bearer" && actor.kind !== "bearer") return usersOnly();
  const [scope] = route.scopes;
  const isGranted = actor.kind === "bot" || route.scopes.some((one) => actor.scopes.has(one));
  return scope === undefined || isGranted ? withReason(actor, request) : missingScope(scope);
}

function withReason(actor: Actor, request: FastifyRequest): Actor | Fault {
  const reason = auditReason(request.headers[AUDIT_REASON_HEADER]);
  if (reason === undefined || reason instanceof Fault) return reason ?? actor;
  return { ...actor, reason };
}

/** The only ids that are not snowflakes: of gateway sessions, activities, users in games and their issuers, invites, webhooks, interactions, and emojis. */
const OPAQUE_PARAMETERS: ReadonlySet<string> = new Set([
  "session_id",
  "external_id",
  "instance_id",
  "provider_type",
  "invite_code",
  "webhook_token",
  "interaction_token",
  "emoji",
]);

/** Whether the request has the literal of another documented path at the place of an id. */
function namesALiteral(request: FastifyRequest): boolean {
  const params = Object.entries(request.params as Record<string, string>);
  return params.some(([name, value]) => !OPAQUE_PARAMETERS.has(name) && LITERAL_SEGMENTS.has(value));
}

/** Every parameter that is not opaque must be a snowflake. */
function readParams(request: FastifyRequest): Record<string, string> | Fault {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    if (!OPAQUE_PARAMETERS.has(name) && parseSnowflake(value) === undefined) {
      return invalidField(name, "NUMBER_TYPE_COERCE", `Value "${value.slice(0, 64)}" is not snowflake.`);
    }
    params[name.replaceAll("_", ".")] = value;
  }
  return params;
}

/** Key by which requests are counted; undefined: requests of the open routes are counted by their address. */
function callerOf(actor: Actor | undefined, params: Record<string, string>): string | undefined {
  if (actor !== undefined) return `${actor.application.id}:${actor.user.id}`;
  return params["webhook.token"] === undefined ? undefined : `webhook:${params["webhook.id"] ?? ""}`;
}

/** The parts of a request that decide with which others it is counted. */
interface Counted {
  readonly actor: Actor | undefined;
  readonly caller: string | undefined;
  readonly params: Record<string, string>;
  readonly address: string;
}

/** Paths that the limit of all routes together does not count. */
const OUTSIDE_GLOBAL_LIMIT = /^\/(?:interactions|webhooks\/\{[\w.]+\}\/\{)/;

function isRateLimited(
  { method, path }: Route,
  { enforceRateLimits }: HandlerContext,
  rates: RateLimits,
  { caller, params, address }: Counted,
  reply: FastifyReply,
): boolean {
  const isCountedGlobally = !OUTSIDE_GLOBAL_LIMIT.test(path);
  if (caller === undefined)
    return isCountedGlobally && enforceRateLimits && isAddressLimited(rates, address, reply);
  const bucket = { route: `${method} ${path}`, major: majorOf(params), isRead: method === "GET" };
  const verdict = rates.take({ caller, ...bucket, isCountedGlobally });
  reply.headers(verdict.headers);
  if (!verdict.isExceeded || !enforceRateLimits) return false;
  sendRateLimited(reply, verdict.retryAfter, verdict.isGlobal ? "global" : "user");
  return true;
}

/** Whether too many requests did the same for hours. */
function isOverQuota(
  { quota }: Route,
  { enforceRateLimits }: HandlerContext,
  quotas: Quotas,
  { actor, params }: Counted,
  reply: FastifyReply,
): boolean {
  if (quota === undefined || actor === undefined || !enforceRateLimits) return false;
  const retryAfter = quotas.take(quota, actor.application, majorOf(params));
  if (retryAfter === undefined) return false;
  sendRateLimited(reply, retryAfter, "shared");
  return true;
}

function majorOf(params: Record<string, string>): string {
  return Object.values(params)[0] ?? "";
}

const validators = new WeakMap<TSchema, Validator>();

function readBody(route: Route, body: unknown): unknown {
  if (route.body === undefined) return undefined;
  if (body instanceof FormData) {
    return invalidField(
      "_content_type",
      "CONTENT_TYPE_INVALID",
      'Expected "Content-Type" header to be one of {"application/json"}.',
    );
  }
  return checkedBody(route.body, body instanceof MultipartBody ? body.fields : body);
}

/** A body that has the shape; no body counts as an empty object. */
export function checkedBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | Fault {
  const value = body === undefined ? {} : body;
  const validator = validatorFor(schema);
  return validator.Check(value)
    ? (value as Static<Schema>)
    : invalidForm(formErrors(validator.Errors(value)));
}

function readQuery(route: Route, query: Query): unknown {
  const reader = new QueryReader(query);
  const read = route.query?.(reader);
  return reader.fault ?? read;
}

/** Compiles a schema at first use: compiling all of them at start would waste time in most runs. */
function validatorFor(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const compiled = Compile(schema);
  validators.set(schema, compiled);
  return compiled;
}

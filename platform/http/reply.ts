import type { FastifyReply } from "fastify";
import type { JsonErrorBody, RateLimitBody } from "sdkpp/wire";
import { BodyFault, type Fault } from "../domain/rules/outcome.js";

const JSON_TYPE = "application/json";

/** Sends JSON with exactly `application/json`: clients like the native SDK treat other types as text (H§1.3). */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).header("content-type", JSON_TYPE).send(JSON.stringify(body));
}

/** Fastify adds a charset to the type of a text; a buffer would keep the type, but costs a second write to the socket. */
export function keepJsonType(reply: FastifyReply): void {
  if (reply.getHeader("content-type") === `${JSON_TYPE}; charset=utf-8`)
    reply.header("content-type", JSON_TYPE);
}

/** A reply that is not JSON. */
export class TextAnswer {
  constructor(
    readonly type: string,
    readonly text: string,
  ) {}
}

/** Sends what a handler replies. */
export function sendAnswer(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
  if (!(answer instanceof TextAnswer)) return sendJson(reply, status, answer);
  return reply.code(status).header("content-type", answer.type).send(Buffer.from(answer.text));
}

/** Whose limit a 429 is: the caller's own of a route or of all of them, or one that several callers share. */
export type LimitScope = "user" | "global" | "shared";

/** Sends a 429 (H§1.6); the caller sets the `x-ratelimit` headers. @param retryAfter seconds */
export function sendRateLimited(
  reply: FastifyReply,
  retryAfter: number,
  scope: LimitScope,
  {
    message = scope === "shared" ? "The resource is being rate limited." : "You are being rate limited.",
    code = 0,
  }: { readonly message?: string; readonly code?: number } = {},
): FastifyReply {
  reply.headers({
    "retry-after": String(Math.ceil(retryAfter)),
    "x-ratelimit-scope": scope,
    ...(scope === "global" ? { "x-ratelimit-global": "true" } : {}),
    via: "1.1 sdkpp-platform",
  });
  const body: RateLimitBody = {
    message,
    retry_after: retryAfter,
    global: scope === "global",
    code,
  };
  return sendJson(reply, 429, body);
}

/** Sends an ordinary error body (H§1.5). */
export function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
  return sendJson(reply, fault.status, bodyOf(fault));
}

/** {@link sendFault} for paths that Fastify cannot read: no hook runs for them, so the type is set here. */
export function sendFaultUnrouted(reply: FastifyReply, fault: Fault): FastifyReply {
  const bytes = Buffer.from(JSON.stringify(bodyOf(fault)));
  return reply.code(fault.status).header("content-type", JSON_TYPE).send(bytes);
}

function bodyOf(fault: Fault): unknown {
  if (fault instanceof BodyFault) return fault.body;
  const { code, message, errors, details } = fault;
  const body: JsonErrorBody = { code, message, ...(errors && { errors }), ...details };
  return body;
}

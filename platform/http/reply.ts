import type { FastifyReply } from "fastify";
import type { JsonErrorBody } from "sdkpp/wire";
import type { Fault } from "../domain/outcome.js";

/** Sends JSON with exactly `application/json`: clients like the native SDK take anything else for text (H§1.3). */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  // A buffer, because Fastify adds a charset to the type of a string.
  return reply
    .code(status)
    .header("content-type", "application/json")
    .send(Buffer.from(JSON.stringify(body)));
}

/** Sends an ordinary error body (H§1.5). */
export function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
  const { code, message, errors } = fault;
  const body: JsonErrorBody = errors === undefined ? { code, message } : { code, message, errors };
  return sendJson(reply, fault.status, body);
}

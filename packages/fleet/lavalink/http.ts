import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Password } from "./password.js";
import { errorBody, Refusal } from "./refusal.js";

const MOST_BODY = 1024 * 1024;
const LONGEST_REQUEST_MS = 30_000;
const JSON_TYPE = "application/json";

/** An HTTP server that asks each request for the password, and answers errors as Lavalink does. @param wallClock milliseconds since 1970 */
export function httpServer(password: Password, wallClock: () => number): FastifyInstance {
  const app = fastify({
    bodyLimit: MOST_BODY,
    requestTimeout: LONGEST_REQUEST_MS,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
  });
  readJson(app);
  app.addHook("onRequest", (request, _reply, done) => {
    authorize(password, request.raw);
    done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    // Some clients read JSON only of the type that Lavalink writes, which has no parameter.
    if (String(reply.getHeader("content-type")).startsWith("application/json"))
      reply.header("content-type", JSON_TYPE);
    done();
  });
  app.setNotFoundHandler((request) => {
    throw new Refusal(404, `there is no ${request.method} ${pathOf(request)}`);
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, message } = refusalOf(error);
    void reply.code(status).send(errorBody(status, message, pathOf(request), wallClock()));
  });
  return app;
}

/** @throws {Refusal} 401 without a password, 403 with another one */
export function authorize(password: Password, { headers }: IncomingMessage): void {
  const given = headers.authorization;
  if (given === undefined) throw new Refusal(401, "expected the password in the header Authorization");
  if (!password.isRight(given))
    throw new Refusal(403, "the password in the header Authorization is another one");
}

/** Clients name no type, or one without a body. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, body === "" ? undefined : JSON.parse(String(body)));
    } catch {
      done(new Refusal(400, "the body: expected JSON"));
    }
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

/** An unexpected error is not the client's fault, and its message stays here. */
function refusalOf(error: unknown): Pick<Refusal, "status" | "message"> {
  if (error instanceof Refusal) return error;
  const status: unknown = (error as { statusCode?: unknown } | null)?.statusCode;
  if (error instanceof Error && typeof status === "number" && status >= 400 && status < 500)
    return { status, message: error.message };
  return { status: 500, message: "the node failed" };
}

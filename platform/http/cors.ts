import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

// https://fetch.spec.whatwg.org/#http-cors-protocol. Without credentials: clients send tokens themselves, and there are no
// cookies.

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
/** Headers that clients read in addition to those that every page may read. */
const EXPOSED =
  "Date, Retry-After, X-RateLimit-Bucket, X-RateLimit-Global, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Reset-After, X-RateLimit-Scope";
/** How long a browser may cache a preflight response, seconds. */
const MAX_AGE = "600";
const API = /^\/api(?:\/|\?|$)/;

/**
 * Allows pages of other origins to use the API. Never covers the platform's own pages, which act for players.
 * @param origins as browsers write them; `*` allows all; with none, no headers are sent and browsers block the requests
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers;
    if (!API.test(request.url)) return done();
    // The response depends on the origin even when it has no CORS headers.
    reply.header("vary", "Origin");
    if (origin === undefined || !(allowed.has(origin) || allowed.has("*"))) return done();
    reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED });
    if (isPreflight(request)) answerPreflight(request, reply);
    else done();
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = headers["access-control-request-headers"];
  return reply
    .headers({
      "access-control-allow-methods": METHODS,
      "access-control-max-age": MAX_AGE,
      ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
      // Browsers request this when a public page contacts this machine.
      ...(headers["access-control-request-private-network"] === "true"
        ? { "access-control-allow-private-network": "true" }
        : {}),
    })
    .code(204)
    .send();
}

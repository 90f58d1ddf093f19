import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

// https://fetch.spec.whatwg.org/#http-cors-protocol. Without credentials: clients send tokens themselves, and there are no
// cookies.

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
/** What clients read beside the headers that every page may read. */
const EXPOSED =
  "Date, Retry-After, X-RateLimit-Bucket, X-RateLimit-Global, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Reset-After, X-RateLimit-Scope";
/** The seconds for which a browser may remember an answer. */
const MAX_AGE = "600";
const API = /^\/api(?:\/|\?|$)/;

/**
 * Lets pages of other origins use the API. The platform's own pages act for players and are never theirs.
 * @param origins as browsers write them; `*`: all; none: nothing is said, and browsers refuse
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers;
    if (!API.test(request.url)) return done();
    // The answer differs by origin, also where it says nothing.
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
      // Browsers ask for it where a public page turns to this machine.
      ...(headers["access-control-request-private-network"] === "true"
        ? { "access-control-allow-private-network": "true" }
        : {}),
    })
    .code(204)
    .send();
}

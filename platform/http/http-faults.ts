import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OAuth2ErrorName } from "sdkpp/wire";
import type { Clock } from "../clock/clock.js";
import { finiteNumber, flag, members, mistake, optional, text, wholeNumber } from "../guard/arguments.js";
import { matchedPath } from "./matched-path.js";
import { bucketName } from "./rate-limits.js";
import { sendFault, sendJson, sendRateLimited } from "./reply.js";
import { Fault } from "../domain/rules/outcome.js";

/** A response with this status instead of the route's own. */
export interface StatusFault {
  /** 400–599 */
  readonly status: number;
  /** Code in the error body; default 0. */
  readonly code?: number;
  readonly message?: string;
  /** `retry_after` of a 429, seconds; default 1. */
  readonly retryAfter?: number;
  /** Whether a 429 is the global one; default false. */
  readonly isGlobal?: boolean;
}

/**
 * The outcome of a request: an error status; `"reset"`: the connection breaks before the request runs; `"hang"`: no response
 * is ever sent; `"garbage"`: a 200 whose body is not JSON; `"lost"`: the request runs, and the connection breaks before the
 * response.
 */
export type HttpFault = StatusFault | "reset" | "hang" | "garbage" | "lost";

export interface HttpFaultRule {
  /** Method and path below the API's address (`PUT /lobbies`, `DELETE /lobbies/{lobby.id}/members/@me`), or `any`. */
  readonly route: string;
  /** Number of requests to affect; default 1; `Infinity`: until the rules are cleared. */
  readonly times?: number;
  readonly what: HttpFault;
}

/** Counts the effects of a rule. */
export interface HttpFaultCount {
  /** Requests that the rule has affected so far. */
  readonly hits: number;
}

interface ActiveRule {
  readonly route: string;
  readonly what: HttpFault;
  readonly times: number;
  hits: number;
}

const NAMED_FAULTS: readonly unknown[] = ["reset", "hang", "garbage", "lost"];
const API_PREFIX = /^\/api(?=\/)/;
const OAUTH2_TOKENS = /^POST \/oauth2\/(?:token|device\/authorize)/;
const GARBAGE = "<html>not JSON</html>";

/** Makes requests fail on purpose, before any rule of the platform runs. */
export class HttpFaults {
  readonly #routes: ReadonlySet<string>;
  readonly #clock: Clock;
  #rules: ActiveRule[] = [];

  /** @param routes all routes, as fault rules name them */
  constructor(routes: ReadonlySet<string>, clock: Clock) {
    this.#routes = routes;
    this.#clock = clock;
  }

  /** Adds a rule. The first matching rule with uses left decides. @throws {RangeError} when the rule is invalid */
  add({ route, times = 1, what }: HttpFaultRule): HttpFaultCount {
    if (text("route", route) !== "any" && !this.#routes.has(route))
      throw mistake(true, "route", '"any" or a route such as "PUT /lobbies/{lobby.id}"', route);
    if (times !== Infinity) wholeNumber("times", times, 1, Number.MAX_SAFE_INTEGER);
    checkFault(what);
    const rule = { route, what, times, hits: 0 };
    this.#rules.push(rule);
    return rule;
  }

  /** Every rule, used up or not. */
  list(): (HttpFaultRule & HttpFaultCount)[] {
    return this.#rules.map((rule) => ({ ...rule }));
  }

  /** Removes every rule; hanging requests keep hanging. */
  clear(): void {
    this.#rules = [];
  }

  /** Hooks into a server. Call it before registering the routes. */
  guard(app: FastifyInstance): void {
    const lost = new WeakSet<FastifyRequest>();
    app.addHook("onRequest", (request, reply, done) => {
      const route = routeOf(request);
      const what = route === undefined ? undefined : this.#take(route);
      if (what === "lost") lost.add(request);
      if (what === undefined || what === "lost") done();
      else this.#fail(what, route ?? "", request, reply);
    });
    app.addHook("onSend", (request, reply, payload, done) => {
      if (!lost.has(request)) return done(null, payload);
      reply.hijack();
      breakOff(request);
    });
  }

  #take(route: string): HttpFault | undefined {
    const rule = this.#rules.find(
      (one) => one.hits < one.times && (one.route === "any" || one.route === route),
    );
    if (rule === undefined) return undefined;
    rule.hits += 1;
    return rule.what;
  }

  #fail(
    what: Exclude<HttpFault, "lost">,
    route: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): unknown {
    switch (what) {
      case "hang":
        return reply.hijack();
      case "reset":
        reply.hijack();
        return breakOff(request);
      case "garbage":
        return reply.code(200).header("content-type", "application/json").send(Buffer.from(GARBAGE));
      default:
        return this.#sendStatus(what, route, reply);
    }
  }

  #sendStatus(fault: StatusFault, route: string, reply: FastifyReply): FastifyReply {
    const { status, code = 0, message = `Fault ${String(fault.status)}` } = fault;
    if (status === 429) return this.#limit(fault, route, reply);
    if (!OAUTH2_TOKENS.test(route)) return sendFault(reply, new Fault(status, code, message));
    const error = status < 500 ? OAuth2ErrorName.InvalidRequest : "server_error";
    return sendJson(reply, status, { error, error_description: message });
  }

  #limit(
    { retryAfter = 1, isGlobal = false, ...given }: StatusFault,
    route: string,
    reply: FastifyReply,
  ): FastifyReply {
    reply.headers({
      "x-ratelimit-limit": "1",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": (this.#clock.now() / 1000 + retryAfter).toFixed(3),
      "x-ratelimit-reset-after": retryAfter.toFixed(3),
      "x-ratelimit-bucket": bucketName(route),
    });
    return sendRateLimited(reply, retryAfter, isGlobal ? "global" : "user", given);
  }
}

function checkFault(what: HttpFault): void {
  if (NAMED_FAULTS.includes(what)) return;
  if (typeof what === "string")
    throw mistake(true, "what", `a status, or one of ${NAMED_FAULTS.join(", ")}`, what);
  const { status, code, message, retryAfter, isGlobal } = members("what", what);
  wholeNumber("what.status", status, 400, 599);
  optional("what.code", code, (name, value) => wholeNumber(name, value, 0, Number.MAX_SAFE_INTEGER));
  optional("what.message", message, text);
  optional("what.retryAfter", retryAfter, (name, value) => finiteNumber(name, value, 0));
  optional("what.isGlobal", isGlobal, flag);
}

/** `/api/lobbies/:lobby_id` → `/lobbies/{lobby.id}`; undefined for requests outside the API. */
function routeOf(request: FastifyRequest): string | undefined {
  const url = matchedPath(request);
  if (url === undefined || !API_PREFIX.test(url)) return undefined;
  const path = url
    .replace(API_PREFIX, "")
    .replaceAll(/:([a-z_]+)/g, (_match, name: string) => `{${name.replaceAll("_", ".")}}`);
  return `${request.method === "HEAD" ? "GET" : request.method} ${path}`;
}

function breakOff(request: FastifyRequest): void {
  request.raw.socket.resetAndDestroy();
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { authenticate } from "../domain/rules/oauth2/authenticate.js";
import { Fault } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import type { WireTap } from "../taps/wire-tap.js";
import { matchedPath } from "./matched-path.js";

/** Longer bodies are no errors of the platform. */
const PROBLEM_LENGTH_MAX = 4096;

/** A request that is not answered yet. */
interface Watched {
  request: FastifyRequest | undefined;
  problem: string | undefined;
}

/** Tells the tap of requests from their arrival to their end; of none while nobody listens. */
export class RequestWatch {
  readonly #tap: WireTap;
  readonly #world: World;
  readonly #guard: Guard;
  readonly #watched = new WeakMap<IncomingMessage, Watched>();

  constructor(tap: WireTap, world: World, guard: Guard) {
    this.#tap = tap;
    this.#world = world;
    this.#guard = guard;
  }

  /** Call first, for requests that reach no route, too. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#tap.isOn) return;
    const watched: Watched = { request: undefined, problem: undefined };
    this.#watched.set(request, watched);
    const { method = "", url = "/" } = request;
    const startedAt = this.#tap.elapsed();
    const who = this.#whoseOf(request);
    const ended = (): void =>
      this.#tap.request({
        method,
        url,
        route: watched.request && matchedPath(watched.request),
        parameters: (watched.request?.params ?? {}) as Record<string, string>,
        status: response.headersSent ? response.statusCode : 0,
        durationMs: this.#tap.elapsed() - startedAt,
        ...who,
        problem: watched.problem,
      });
    response.once("close", this.#guard.listener("the end of a request", ended));
  }

  /** Learns of routes and of errors. */
  hook(app: FastifyInstance): void {
    app.addHook("onRequest", (request, _reply, done) => {
      const watched = this.#watched.get(request.raw);
      if (watched !== undefined) watched.request = request;
      done();
    });
    app.addHook("onSend", (request, reply, payload, done) => {
      const watched = this.#watched.get(request.raw);
      if (watched !== undefined && reply.statusCode >= 400) watched.problem = problemIn(payload);
      done(null, payload);
    });
  }

  /** Now: a token that the request revokes is valid before it. */
  #whoseOf({ headers }: IncomingMessage) {
    const actor = authenticate(this.#world, headers.authorization);
    if (actor instanceof Fault) return { userId: undefined, applicationId: undefined };
    return { userId: actor.user.id, applicationId: actor.application.id };
  }
}

function problemIn(payload: unknown): string | undefined {
  if (typeof payload !== "string" || payload.length > PROBLEM_LENGTH_MAX) return undefined;
  try {
    const { code, message, error } = JSON.parse(payload) as Record<string, unknown>;
    const parts = [code, message, error].filter((one) => typeof one === "string" || typeof one === "number");
    return parts.length === 0 ? undefined : parts.join(" ");
  } catch {
    return undefined;
  }
}

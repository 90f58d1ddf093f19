import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock/clock.js";
import { isOfLegacyHost } from "./api-version.js";
import { sendRateLimited } from "./reply.js";

const WINDOW_MS = 1000;
/** Requests per second, of all clients together. The real number is not public. */
const LIMIT = 10;

/**
 * Limits the addresses that stand for the legacy host: it has one limit for all its requests, besides those of each route.
 * Pictures are not counted.
 */
export function limitLegacyHost(app: FastifyInstance, clock: Clock): void {
  let endsAt = 0;
  let used = 0;
  app.addHook("onRequest", (request, reply, done) => {
    if (!isOfLegacyHost(request.originalUrl)) return done();
    const now = clock.elapsed();
    if (now >= endsAt) [endsAt, used] = [now + WINDOW_MS, 0];
    used += 1;
    if (used <= LIMIT) done();
    else sendRateLimited(reply, (endsAt - now) / 1000, "global");
  });
}

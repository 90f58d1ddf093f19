import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock/clock.js";
import { isOfLegacyHost } from "./api-version.js";
import { sendRateLimited } from "./reply.js";
import { Windows } from "./windows.js";

const WINDOW_MS = 1000;
/** Requests per second, of all clients together. The real number is not public. */
const LIMIT = 10;

/**
 * Limits the addresses that stand for the legacy host: it has one limit for all its requests, besides those of each route.
 * Pictures are not counted.
 */
export function limitLegacyHost(app: FastifyInstance, clock: Clock): void {
  const windows = new Windows(clock);
  app.addHook("onRequest", (request, reply, done) => {
    if (!isOfLegacyHost(request.originalUrl)) return done();
    const { used, endsAt } = windows.count("all", WINDOW_MS);
    if (used <= LIMIT) done();
    else sendRateLimited(reply, (endsAt - clock.elapsed()) / 1000, "global");
  });
}

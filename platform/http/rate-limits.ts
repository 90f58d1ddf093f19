import type { FastifyReply } from "fastify";
import type { Clock } from "../clock/clock.js";
import { sendRateLimited } from "./reply.js";
import { Windows } from "./windows.js";

export interface RateVerdict {
  readonly headers: Readonly<Record<string, string>>;
  readonly isExceeded: boolean;
  /** Whether the limit of all routes together is exceeded. */
  readonly isGlobal: boolean;
  /** seconds until the window ends */
  readonly retryAfter: number;
}

const WINDOW_MS = 1000;
const READS = 50;
const WRITES = 5;
/** Requests of a caller to all routes together. */
const EVERYTHING = 50;

/** The requests that are counted together. */
export interface RateBucket {
  readonly caller: string;
  /** A route, without its major parameter. */
  readonly route: string;
  readonly major: string;
  readonly isRead: boolean;
  /** Whether the limit of all routes together counts it: those of interactions and webhooks are outside of it. */
  readonly isCountedGlobally: boolean;
}

/**
 * Rate limit buckets per caller, route and major parameter (H§1.6): 5 writes or 50 reads per second, and 50 requests in all, which count
 * by address without a caller.
 */
export class RateLimits {
  readonly #clock: Clock;
  readonly #windows: Windows;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#windows = new Windows(clock);
  }

  /** Counts one request. */
  take({ caller, route, major, isRead, isCountedGlobally }: RateBucket): RateVerdict {
    const own = this.#windows.count(`${caller}|${route}|${major}`, WINDOW_MS);
    const all = isCountedGlobally ? this.#windows.count(caller, WINDOW_MS) : undefined;
    const limit = isRead ? READS : WRITES;
    const isGlobal = all !== undefined && all.used > EVERYTHING;
    const retryAfter = ((isGlobal ? all : own).endsAt - this.#clock.elapsed()) / 1000;
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(Math.max(limit - own.used, 0)),
      "x-ratelimit-reset": (this.#clock.now() / 1000 + retryAfter).toFixed(3),
      "x-ratelimit-reset-after": retryAfter.toFixed(3),
      "x-ratelimit-bucket": bucketName(route),
    };
    return { headers, isExceeded: isGlobal || own.used > limit, isGlobal, retryAfter };
  }

  /**
   * Counts a request without a token by the address that it comes from, for which there is only the limit of all routes together.
   * @returns seconds until another one is accepted; undefined: this one is
   */
  takeAnonymous(address: string): number | undefined {
    const { used, endsAt } = this.#windows.count(`address:${address}`, WINDOW_MS);
    return used > EVERYTHING ? (endsAt - this.#clock.elapsed()) / 1000 : undefined;
  }
}

/** Whether too many requests without a token come from an address. The reply has been sent then. */
export function isAddressLimited(rates: RateLimits, address: string, reply: FastifyReply): boolean {
  const retryAfter = rates.takeAnonymous(address);
  if (retryAfter === undefined) return false;
  sendRateLimited(reply, retryAfter, "global");
  return true;
}

const bucketNames = new Map<string, string>();

/** Opaque to clients, the same for the same route. @param bucket name of a route; there are only as many as routes */
export function bucketName(bucket: string): string {
  const known = bucketNames.get(bucket) ?? hashed(bucket);
  bucketNames.set(bucket, known);
  return known;
}

/** FNV-1a */
function hashed(bucket: string): string {
  let hash = 0x811c9dc5;
  for (const character of bucket) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

import type { Clock } from "../clock/clock.js";

interface Window {
  endsAt: number;
  used: number;
}

export interface RateVerdict {
  readonly headers: Readonly<Record<string, string>>;
  readonly isExceeded: boolean;
  /** seconds until the window ends */
  readonly retryAfter: number;
}

const WINDOW_MS = 1000;
const READS = 50;
const WRITES = 5;
/** All windows are dropped at once when there are this many. */
const MAX_WINDOWS = 10_000;

/** Rate limit buckets per caller, route and major parameter (H§1.6): 5 writes or 50 reads per second. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request. @param bucket route without its major parameter */
  take(caller: string, bucket: string, major: string, isRead: boolean): RateVerdict {
    const now = this.#clock.elapsed();
    const window = this.#window(`${caller}|${bucket}|${major}`, now);
    window.used += 1;
    const limit = isRead ? READS : WRITES;
    const retryAfter = (window.endsAt - now) / 1000;
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(Math.max(limit - window.used, 0)),
      "x-ratelimit-reset": (this.#clock.now() / 1000 + retryAfter).toFixed(3),
      "x-ratelimit-reset-after": retryAfter.toFixed(3),
      "x-ratelimit-bucket": bucketName(bucket),
    };
    return { headers, isExceeded: window.used > limit, retryAfter };
  }

  #window(key: string, now: number): Window {
    const current = this.#windows.get(key);
    if (current !== undefined && current.endsAt > now) return current;
    if (this.#windows.size >= MAX_WINDOWS) this.#windows.clear();
    const fresh = { endsAt: now + WINDOW_MS, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
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

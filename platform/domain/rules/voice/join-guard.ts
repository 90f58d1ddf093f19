import { VoiceCloseCode, type Snowflake } from "sdkpp/wire";

const GUARDED_CODES: ReadonlySet<number> = new Set([
  VoiceCloseCode.DaveRequired,
  VoiceCloseCode.RateLimited,
  VoiceCloseCode.CallTerminated,
]);

const JOIN_INTERVAL_MS = 1000;
const PENALTY_MS = 10_000;
/** A client that behaves for so long is no longer watched. */
const WATCH_MS = 10_000;

interface Watch {
  until: number;
  lastJoinAt: number;
  blockedUntil: number;
}

/**
 * Stops a known client from rejoining forever after 4017, 4021 or 4022 (voice-transport 2.9): then at most one join per
 * second, and ten seconds of silence for more.
 */
export class JoinGuard {
  readonly #watched = new Map<Snowflake, Watch>();

  /** A voice connection of this user was closed with `code`. @param now Unix milliseconds */
  closed(userId: Snowflake, code: number, now: number): void {
    if (!GUARDED_CODES.has(code)) return;
    const watch = this.#watched.get(userId) ?? { until: now, lastJoinAt: -Infinity, blockedUntil: -Infinity };
    watch.until = now + WATCH_MS;
    this.#watched.set(userId, watch);
  }

  /** Counts a join. @param now Unix milliseconds */
  admits(userId: Snowflake, now: number): boolean {
    const watch = this.#watched.get(userId);
    if (watch === undefined || now >= Math.max(watch.until, watch.blockedUntil)) return this.#forget(userId);
    if (now < watch.blockedUntil) return false;
    if (now - watch.lastJoinAt >= JOIN_INTERVAL_MS) {
      watch.lastJoinAt = now;
      return true;
    }
    watch.blockedUntil = now + PENALTY_MS;
    return false;
  }

  #forget(userId: Snowflake): true {
    this.#watched.delete(userId);
    return true;
  }
}

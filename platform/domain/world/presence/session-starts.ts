import type { Snowflake } from "sdkpp/wire";
import type { Clock } from "../../../clock/clock.js";

/** Sessions that a bot may start per window (G§3). The platform announces the limit and does not enforce it. */
const TOTAL = 1000;
const WINDOW_MS = 24 * 60 * 60 * 1000;
/** Sessions that a bot may start at once. */
const MAX_CONCURRENCY = 1;

interface Window {
  readonly endsAt: number;
  readonly used: number;
}

/** `session_start_limit` on the wire. */
export interface SessionStartLimit {
  readonly total: number;
  readonly remaining: number;
  /** Milliseconds until `remaining` is `total` again; 0 when it is. */
  readonly reset_after: number;
  readonly max_concurrency: number;
}

/** How many sessions each bot has started in 24 hours; a resumed session does not count. */
export class SessionStarts {
  readonly #clock: Clock;
  readonly #windows = new Map<Snowflake, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(botId: Snowflake): void {
    const now = this.#clock.elapsed();
    const { endsAt, used } = this.#window(botId, now) ?? { endsAt: now + WINDOW_MS, used: 0 };
    this.#windows.set(botId, { endsAt, used: used + 1 });
  }

  limitOf(botId: Snowflake): SessionStartLimit {
    // Read once: the time may pass a millisecond between two readings.
    const now = this.#clock.elapsed();
    const { endsAt = now, used = 0 } = this.#window(botId, now) ?? {};
    return {
      total: TOTAL,
      remaining: Math.max(0, TOTAL - used),
      reset_after: endsAt - now,
      max_concurrency: MAX_CONCURRENCY,
    };
  }

  #window(botId: Snowflake, now: number): Window | undefined {
    const window = this.#windows.get(botId);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }
}

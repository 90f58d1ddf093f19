import type { Snowflake } from "sdkpp/wire";
import type { Clock } from "../../../clock/clock.js";

/** How often a bot may ask for all members of one guild. */
const ALL_WINDOW_MS = 30_000;
/** Until then bots may ask as often as they like (2025-10-01). */
const ENFORCED_FROM = Date.UTC(2025, 9, 1);
/** Windows are forgotten in one sweep when there are this many. */
const MAX_WINDOWS = 10_000;

/** When each bot last asked for all members of each guild: once in 30 s, whichever of its sessions asks (G§8). */
export class MemberRequestWindows {
  readonly #clock: Clock;
  readonly #lastAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a request unless it comes too soon. @returns milliseconds to wait; 0: it may be answered */
  take(botId: Snowflake, guildId: Snowflake): number {
    const key = `${botId}:${guildId}`;
    if (this.#clock.now() < ENFORCED_FROM) return 0;
    const now = this.#clock.elapsed();
    const wait = Math.max(0, (this.#lastAt.get(key) ?? -Infinity) + ALL_WINDOW_MS - now);
    if (wait > 0) return wait;
    if (this.#lastAt.size >= MAX_WINDOWS) this.#lastAt.clear();
    this.#lastAt.set(key, now);
    return 0;
  }
}

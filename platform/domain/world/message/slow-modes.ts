import type { Snowflake } from "sdkpp/wire";
import type { Clock } from "../../../clock/clock.js";

/** Everything is forgotten at once when there are this many. */
const MAX_ENTRIES = 10_000;

/** When users wrote last in channels with slow mode. It does not outlive the platform. */
export class SlowModes {
  readonly #clock: Clock;
  readonly #lastAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long a user has to wait before its next message, milliseconds. @param seconds of the channel's slow mode */
  waitOf(channelId: Snowflake, userId: Snowflake, seconds: number): number {
    const last = this.#lastAt.get(keyOf(channelId, userId)) ?? -Infinity;
    return Math.max(0, last + seconds * 1000 - this.#clock.elapsed());
  }

  /** A user writes. @returns how to take it back */
  wrote(channelId: Snowflake, userId: Snowflake): () => void {
    const key = keyOf(channelId, userId);
    const before = this.#lastAt.get(key);
    if (this.#lastAt.size >= MAX_ENTRIES) this.#lastAt.clear();
    this.#lastAt.set(key, this.#clock.elapsed());
    return () => void (before === undefined ? this.#lastAt.delete(key) : this.#lastAt.set(key, before));
  }
}

function keyOf(channelId: Snowflake, userId: Snowflake): string {
  return `${channelId}:${userId}`;
}

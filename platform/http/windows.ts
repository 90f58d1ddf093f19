import type { Clock } from "../clock/clock.js";

/** A span of time in which requests are counted. */
export interface Window {
  /** When it ends, on the elapsed clock. */
  readonly endsAt: number;
  /** Requests so far. */
  readonly used: number;
}

/** All windows are dropped at once when there are this many. */
const MAX_WINDOWS = 10_000;

/** Counts requests by key, in windows that begin with the first of them. */
export class Windows {
  readonly #clock: Clock;
  readonly #windows = new Map<string, { endsAt: number; used: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request. @param durationMs how long a window lasts */
  count(key: string, durationMs: number): Window {
    const window = this.#current(key, durationMs);
    window.used += 1;
    return window;
  }

  #current(key: string, durationMs: number): { endsAt: number; used: number } {
    const now = this.#clock.elapsed();
    const current = this.#windows.get(key);
    if (current !== undefined && current.endsAt > now) return current;
    if (this.#windows.size >= MAX_WINDOWS) this.#windows.clear();
    const fresh = { endsAt: now + durationMs, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

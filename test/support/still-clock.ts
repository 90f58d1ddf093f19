import type { Timer, TimerClock } from "../../platform/clock/clock.js";

interface Entry {
  readonly due: number;
  readonly run: () => void;
}

/** A clock that moves only when a test moves it. */
export class StillClock implements TimerClock {
  readonly #entries = new Set<Entry>();
  #now: number;

  constructor(unixMs: number = Date.UTC(2026, 10, 1)) {
    this.#now = unixMs;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): Timer {
    const entry: Entry = { due: this.#now + ms, run };
    this.#entries.add(entry);
    return { cancel: () => void this.#entries.delete(entry) };
  }

  /** Jumps `ms` forward; timers that become due run in the order in which they were set. */
  advance(ms: number): void {
    this.#now += ms;
    for (const entry of [...this.#entries]) {
      if (entry.due > this.#now) continue;
      this.#entries.delete(entry);
      entry.run();
    }
  }
}

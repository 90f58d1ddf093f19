import type { Cancel, Clock } from "../../lib/net/index.js";

interface Appointment {
  at: number;
  task: () => void;
}

/** A clock that advances only when a test says so. */
export class VirtualClock implements Clock {
  #nowMs = 1000;
  readonly #appointments = new Set<Appointment>();

  now(): number {
    return this.#nowMs;
  }

  schedule(delayMs: number, task: () => void): Cancel {
    const appointment = { at: this.#nowMs + Math.max(0, delayMs), task };
    this.#appointments.add(appointment);
    return () => void this.#appointments.delete(appointment);
  }

  afterInput(task: () => void): Cancel {
    return this.schedule(0, task);
  }

  get pending(): number {
    return this.#appointments.size;
  }

  /** Advances, and fires due timers in order. */
  advance(ms: number): void {
    const end = this.#nowMs + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#appointments.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.at);
      next.task();
    }
    this.#nowMs = end;
  }

  /** Simulates a blocked thread: time passes and no timer fires. */
  stall(ms: number): void {
    this.#nowMs += ms;
  }

  #next(end: number): Appointment | undefined {
    return [...this.#appointments].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets continuations of settled promises run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

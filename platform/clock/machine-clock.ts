import type { Timer, TimerClock, TimerGuard } from "./clock.js";

/**
 * The machine's own time, which no test moves and nobody sets: for what lasts however the platform's calendar jumps, such
 * as the silence of a socket. Its timers never keep the process alive.
 */
export class MachineClock implements TimerClock {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #guard: TimerGuard;

  /** @param guard runs what is due */
  constructor(guard: TimerGuard) {
    this.#guard = guard;
  }

  now(): number {
    return performance.timeOrigin + performance.now();
  }

  after(ms: number, run: () => void): Timer {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#guard(run);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
    return { cancel: () => this.#drop(timer) };
  }

  /** Cancels every timer. */
  stop(): void {
    for (const timer of [...this.#timers]) this.#drop(timer);
  }

  #drop(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#timers.delete(timer);
  }
}

import { NEVER, type Timer, type TimerClock, type TimerGuard } from "./clock.js";

/**
 * The machine's monotonic time, which tests cannot move: for durations that jumps of the platform's clock must not affect,
 * such as the silence of a socket. Its timers never keep the process alive.
 */
export class MachineClock implements TimerClock {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #guard: TimerGuard;
  #isStopped = false;

  /** @param guard runs due timers */
  constructor(guard: TimerGuard) {
    this.#guard = guard;
  }

  now(): number {
    return Math.floor(performance.timeOrigin + performance.now());
  }

  elapsed(): number {
    return Math.floor(performance.now());
  }

  after(ms: number, run: () => void): Timer {
    if (this.#isStopped) return NEVER;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#guard(run);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
    return { cancel: () => this.#drop(timer) };
  }

  /** Cancels every timer; later ones never fire. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of [...this.#timers]) this.#drop(timer);
  }

  #drop(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#timers.delete(timer);
  }
}

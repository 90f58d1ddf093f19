/** Provides the time; the only clock interface that rules use. */
export interface Clock {
  /** Unix milliseconds, for times that are stored or shown. Tests set it forward and back. */
  now(): number;
  /**
   * Whole milliseconds that have passed since some moment, for durations: it never goes back, and a jump forward counts. Answers show
   * what is left of some.
   */
  elapsed(): number;
}

/** A timer that has not fired yet. */
export interface Timer {
  cancel(): void;
}

/** The timer of a clock that has stopped. */
export const NEVER: Timer = { cancel: () => undefined };

/** Runs a timer's callback so that an exception in it ends nothing else. */
export type TimerGuard = (run: () => void) => void;

/** A clock with timers. */
export interface TimerClock extends Clock {
  /** Calls `run` once, `ms` milliseconds of this clock from now. */
  after(ms: number, run: () => void): Timer;
}

/** A clock that tests can move. */
export interface ControlledClock extends TimerClock {
  /** Jumps to `unixMs`; timers that become due fire in order before this returns. Never moves back past a fired timer. */
  set(unixMs: number): void;
  /** Jumps `ms` forward. */
  advance(ms: number): void;
}

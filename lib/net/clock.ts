/** Cancels a task. Does nothing when the task has already run. */
export type Cancel = () => void;

/** Time and timers, passed in so that tests run without waiting. */
export interface Clock {
  /** milliseconds, monotonic, any origin */
  now(): number;
  /** Runs the task once, at least `delayMs` later, never synchronously. */
  schedule(delayMs: number, task: () => void): Cancel;
  /** Runs the task once, after pending input has been read. */
  afterInput(task: () => void): Cancel;
}

/** Longest delay that a timer of the runtime accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, Math.min(Math.max(0, Math.ceil(delayMs)), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
  afterInput(task) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  },
};

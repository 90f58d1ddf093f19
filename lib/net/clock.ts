/** Takes an appointment back. Harmless when it is over. */
export type Cancel = () => void;

/** Time and appointments, so that tests can run without waiting. */
export interface Clock {
  /** milliseconds, monotonic, any origin */
  now(): number;
  /** Calls once, at least `delayMs` later, never at once. */
  schedule(delayMs: number, task: () => void): Cancel;
  /** Calls once, after what is already waiting to be read has been read. */
  afterInput(task: () => void): Cancel;
}

/** Longest delay a timer of the runtime takes. */
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

import type { Clock } from "sdkpp";

/** The part of a clock that this package uses. */
export type TimerClock = Pick<Clock, "now" | "schedule">;

/** The clock of this machine. */
export const systemClock: TimerClock = {
  now: () => performance.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

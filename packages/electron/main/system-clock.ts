import type { Clock } from "sdkpp";

/** What a supervisor needs of a clock. */
export type RestartClock = Pick<Clock, "now" | "schedule">;

/** The clock of this machine. */
export const systemClock: RestartClock = {
  now: () => performance.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

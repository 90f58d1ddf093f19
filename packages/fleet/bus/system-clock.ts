import type { Clock } from "sdkpp/voice";

/** Time of this machine. Timers do not keep the process alive: the server does. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, Math.max(0, delayMs)).unref();
    return () => clearTimeout(timer);
  },
  afterInput(task) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  },
};

import { AdjustableClock } from "../clock/adjustable-clock.js";
import { MachineClock } from "../clock/machine-clock.js";
import type { Guard } from "../guard/guard.js";
import type { Running } from "./running.js";

/** The platform's time, and time that the control API does not move. */
export interface Clocks {
  readonly clock: AdjustableClock;
  readonly machineClock: MachineClock;
}

export function startClocks(guard: Guard, running: Running): Clocks {
  const isolate = (run: () => void): void => guard.isolate("a timer", run);
  return {
    clock: running.keep(new AdjustableClock(isolate)),
    machineClock: running.keep(new MachineClock(isolate)),
  };
}

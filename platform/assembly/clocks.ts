import { AdjustableClock } from "../clock/adjustable-clock.js";
import { MachineClock } from "../clock/machine-clock.js";
import type { Guard } from "../guard/guard.js";
import type { Running } from "./running.js";

/** The platform's time, and time that the control API does not move. */
export interface Clocks {
  readonly clock: AdjustableClock;
  readonly machineClock: MachineClock;
}

interface TimeOptions {
  /** When the platform's time begins, Unix milliseconds; undefined: now. */
  readonly asOf: number | undefined;
  /** Whether it stands. */
  readonly frozen: boolean;
}

export function startClocks(guard: Guard, { asOf, frozen }: TimeOptions, running: Running): Clocks {
  const isolate = (run: () => void): void => guard.isolate("a timer", run);
  const clock = running.keep(new AdjustableClock(isolate));
  if (frozen) clock.freeze();
  if (asOf !== undefined) clock.set(asOf);
  return {
    clock,
    machineClock: running.keep(new MachineClock(isolate)),
  };
}

import { systemClock, type Cancel, type Clock } from "../../../lib/net/index.js";

interface Appointment {
  readonly delayMs: number;
  readonly keep: () => void;
}

/** Real time, in which timers of a chosen length can fire before they are due. */
export class EarlyClock implements Clock {
  readonly #open = new Set<Appointment>();

  now(): number {
    return systemClock.now();
  }

  schedule(delayMs: number, task: () => void): Cancel {
    const cancel = (): void => {
      this.#open.delete(appointment);
      cancelTimer();
    };
    const keep = (): void => {
      cancel();
      task();
    };
    const appointment = { delayMs, keep };
    this.#open.add(appointment);
    const cancelTimer = systemClock.schedule(delayMs, keep);
    return cancel;
  }

  afterInput(task: () => void): Cancel {
    return systemClock.afterInput(task);
  }

  /** Fires the timers that were set for exactly this many milliseconds. @throws {Error} when there is none */
  keepEarly(delayMs: number): void {
    const due = [...this.#open].filter((one) => one.delayMs === delayMs);
    if (due.length === 0) throw new Error(`no timer was set for ${String(delayMs)} ms`);
    for (const { keep } of due) keep();
  }
}

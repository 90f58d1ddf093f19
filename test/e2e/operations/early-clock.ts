import { systemClock, type Cancel, type Clock } from "../../../lib/net/index.js";

interface Appointment {
  readonly delayMs: number;
  readonly keep: () => void;
}

/** Real time, in which appointments of a chosen length can be kept before they are due. */
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

  /** Keeps those that were made for exactly so many milliseconds. @throws when there is none */
  keepEarly(delayMs: number): void {
    const due = [...this.#open].filter((one) => one.delayMs === delayMs);
    if (due.length === 0) throw new Error(`no appointment was made for ${String(delayMs)} ms`);
    for (const { keep } of due) keep();
  }
}

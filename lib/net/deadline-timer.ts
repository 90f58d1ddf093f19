import type { Cancel, Clock } from "./clock.js";

/** A timer this late says that the thread stood still. */
const STALL_MS = 500;

/**
 * Waits until the deadline of a machine; one appointment at a time. After a stall of the thread it lets
 * waiting input be read first, so that the machine does not judge a connection by answers it has not seen.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #due: () => void;
  #deadlineMs: number | undefined;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  set(deadlineMs: number | undefined): void {
    if (deadlineMs === this.#deadlineMs) return;
    this.#cancel?.();
    this.#deadlineMs = deadlineMs;
    this.#cancel = undefined;
    if (deadlineMs === undefined) return;
    this.#cancel = this.#clock.schedule(deadlineMs - this.#clock.now(), () => this.#fire(deadlineMs));
  }

  #fire(deadlineMs: number): void {
    if (this.#clock.now() - deadlineMs > STALL_MS)
      this.#cancel = this.#clock.afterInput(() => this.#finish());
    else this.#finish();
  }

  #finish(): void {
    this.#deadlineMs = undefined;
    this.#cancel = undefined;
    this.#due();
  }
}

import type { Cancel, Clock } from "./clock.js";

/** A timer that fires this late shows that the thread was blocked. */
const STALL_MS = 500;

/**
 * Waits for the deadline of a state machine, with one timer at a time. After the thread was blocked, pending input is read
 * first, so that the machine does not time out a connection whose responses are waiting.
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

import type { Timer, TimerClock } from "../clock/clock.js";

/** So many missed beats are one silence too many. */
const MISSED_BEATS = 3;
/** A timer this late says that the platform itself stood still, and nothing about its clients; milliseconds. */
const STALL_MS = 1000;

/** Tells when a client has missed its heartbeats. */
export class HeartbeatWatch {
  readonly #clock: TimerClock;
  readonly #patienceMs: number;
  readonly #silent: (patienceMs: number) => void;
  #timer: Timer | undefined;

  /**
   * Begins to wait for the first beat.
   * @param intervalMs milliseconds between two beats
   * @param silent called once, with how long nothing came
   */
  constructor(clock: TimerClock, intervalMs: number, silent: (patienceMs: number) => void) {
    this.#clock = clock;
    this.#patienceMs = MISSED_BEATS * intervalMs;
    this.#silent = silent;
    this.beat();
  }

  /** A beat came. */
  beat(): void {
    this.stop();
    const due = this.#clock.now() + this.#patienceMs;
    this.#timer = this.#clock.after(this.#patienceMs, () => this.#expire(due));
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** After a stall what the client sent is still to be read. */
  #expire(due: number): void {
    if (this.#clock.now() - due > STALL_MS) this.beat();
    else this.#silent(this.#patienceMs);
  }
}

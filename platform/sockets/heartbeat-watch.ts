import type { Timer, TimerClock } from "../clock/clock.js";

/** So many missed heartbeats are a silence. */
const MISSED_BEATS = 3;
/** A timer this late shows that the platform itself was stalled, and nothing about its clients; milliseconds. */
const STALL_MS = 1000;

export interface HeartbeatTiming {
  /** On which the silence of a client is measured. */
  readonly clock: TimerClock;
  /** Milliseconds between two heartbeats, as Hello announces. */
  readonly intervalMs: number;
  /** Whether a timer that fires late, because the platform was stalled, starts again. */
  readonly forgivesStalls: boolean;
}

/** Notices when a client has missed its heartbeats. */
export class HeartbeatWatch {
  readonly #timing: HeartbeatTiming;
  readonly #patienceMs: number;
  readonly #silent: (patienceMs: number) => void;
  #timer: Timer | undefined;

  /**
   * Begins to wait for the first heartbeat.
   * @param silent called once, with the milliseconds in which no heartbeat came
   */
  constructor(timing: HeartbeatTiming, silent: (patienceMs: number) => void) {
    this.#timing = timing;
    this.#patienceMs = MISSED_BEATS * timing.intervalMs;
    this.#silent = silent;
    this.beat();
  }

  /** A heartbeat came. */
  beat(): void {
    this.stop();
    const { clock } = this.#timing;
    const due = clock.now() + this.#patienceMs;
    this.#timer = clock.after(this.#patienceMs, () => this.#expire(due));
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** After a stall, messages that came meanwhile are still to be read. */
  #expire(due: number): void {
    const { clock, forgivesStalls } = this.#timing;
    if (forgivesStalls && clock.now() - due > STALL_MS) this.beat();
    else this.#silent(this.#patienceMs);
  }
}

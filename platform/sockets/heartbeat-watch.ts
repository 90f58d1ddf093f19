import type { Timer, TimerClock } from "../clock/clock.js";

/** A client times out after this many missed heartbeats. */
const MISSED_BEATS = 3;
/** A timer that fires this late means that the platform was stalled, not its clients; milliseconds. */
const STALL_MS = 1000;

export interface HeartbeatTiming {
  /** Measures how long a client is silent. */
  readonly clock: TimerClock;
  /** Milliseconds between two heartbeats, as Hello announces. */
  readonly intervalMs: number;
  /** Whether a timer that fires late because the platform was stalled is restarted. */
  readonly forgivesStalls: boolean;
}

/** Detects that a client has missed its heartbeats. */
export class HeartbeatWatch {
  readonly #timing: HeartbeatTiming;
  readonly #patienceMs: number;
  readonly #silent: (patienceMs: number) => void;
  #timer: Timer | undefined;

  /**
   * Starts waiting for the first heartbeat.
   * @param silent called once with the timeout in milliseconds when no heartbeat arrives
   */
  constructor(timing: HeartbeatTiming, silent: (patienceMs: number) => void) {
    this.#timing = timing;
    this.#patienceMs = MISSED_BEATS * timing.intervalMs;
    this.#silent = silent;
    this.beat();
  }

  /** Records a heartbeat and restarts the timeout. */
  beat(): void {
    this.stop();
    const { clock } = this.#timing;
    const due = clock.elapsed() + this.#patienceMs;
    this.#timer = clock.after(this.#patienceMs, () => this.#expire(due));
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** After a stall, heartbeats that arrived in the meantime are still unread. */
  #expire(due: number): void {
    const { clock, forgivesStalls } = this.#timing;
    if (forgivesStalls && clock.elapsed() - due > STALL_MS) this.beat();
    else this.#silent(this.#patienceMs);
  }
}

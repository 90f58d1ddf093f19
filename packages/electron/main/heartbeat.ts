import type { Cancel } from "sdkpp";
import type { TimerClock } from "../bridge/system-clock.js";

/** Looks in the longest time that a process may stand still. */
const LOOKS = 4;
/** A process that has just been started loads its program first: it has so many times longer. */
const FIRST_LOOKS = 6 * LOOKS;

export interface HeartbeatParts {
  readonly clock: TimerClock;
  /** the longest time that a process may stand still, milliseconds; Infinity: for ever */
  readonly hangMs: number;
  /** Asks the process, which answers at once when it does not stand still. */
  readonly ask: () => void;
  /** It has not answered for so long. */
  readonly hung: () => void;
}

/**
 * Notices when a process stands still. A look that comes late counts for nothing: this process stood still itself, with the machine or without it, and the
 * answer may not have been read yet.
 */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #everyMs: number;
  /** looks without an answer, until it is taken to hang */
  #left = 0;
  #cancel: Cancel = () => undefined;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#everyMs = parts.hangMs / LOOKS;
  }

  /** There is another process. */
  begin(): void {
    this.end();
    if (this.#parts.hangMs === Infinity) return;
    this.#left = FIRST_LOOKS;
    this.#ask();
  }

  /** The process has answered. */
  answered(): void {
    this.#left = LOOKS;
  }

  /** There is no process. */
  end(): void {
    this.#cancel();
  }

  #ask(): void {
    const { clock, ask } = this.#parts;
    ask();
    const dueMs = clock.now() + this.#everyMs;
    this.#cancel = clock.schedule(this.#everyMs, () => this.#look(dueMs));
  }

  #look(dueMs: number): void {
    const { clock, hung } = this.#parts;
    const isLate = clock.now() - dueMs > this.#everyMs / 2;
    if (!isLate) this.#left -= 1;
    if (this.#left > 0) this.#ask();
    else hung();
  }
}

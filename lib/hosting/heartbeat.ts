import type { Cancel, Clock } from "../net/index.js";

const TICK_MS = 250;
/** A tick that comes later than this says that it was this process that stood still. */
const LATE_MS = 2 * TICK_MS;
const SILENCE_MS = 2000;

/** Notices that another process stands still. Time in which this process stood still itself does not count. */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #ask: () => void;
  readonly #silent: () => void;
  #cancel: Cancel | undefined;
  #tickMs: number;
  #silentMs = 0;
  #heardMs: number;
  #isAsked = false;

  /** @param silent is called once, when nothing came for 2 s */
  constructor(clock: Clock, ask: () => void, silent: () => void) {
    this.#clock = clock;
    this.#ask = ask;
    this.#silent = silent;
    this.#tickMs = this.#heardMs = clock.now();
    this.#plan();
  }

  /** When the other process was heard last, by the clock. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** The other process said something. Any word counts: an answer waits behind all that a process with many calls says first. */
  heard(): void {
    this.#heardMs = this.#clock.now();
    this.#silentMs = 0;
    this.#isAsked = false;
  }

  end(): void {
    this.#cancel?.();
  }

  #plan(): void {
    this.#cancel = this.#clock.schedule(TICK_MS, () => this.#tick());
  }

  #tick(): void {
    const nowMs = this.#clock.now();
    const passedMs = nowMs - this.#tickMs;
    this.#tickMs = nowMs;
    // answers that came meanwhile are not read yet
    this.#silentMs = passedMs > LATE_MS ? 0 : this.#silentMs + (this.#isAsked ? passedMs : 0);
    if (this.#silentMs >= SILENCE_MS) return this.#silent();
    this.#plan();
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#ask();
  }
}

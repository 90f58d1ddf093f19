import type { ControlledClock, Timer, TimerGuard } from "./clock.js";

interface Entry {
  due: number;
  run: () => void;
  handle: NodeJS.Timeout | undefined;
}

/** Maximum number of timers that a jump fires; only timers that keep rescheduling themselves at once exceed it. */
const MAX_FIRES = 10_000;
/** Longest delay that `setTimeout` accepts. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Wall time plus an offset that tests may change. Between jumps it runs at the machine's speed.
 * Timers never keep the process alive.
 */
export class AdjustableClock implements ControlledClock {
  readonly #entries = new Set<Entry>();
  readonly #guard: TimerGuard;
  #offset = 0;

  /** @param guard runs due timers */
  constructor(guard: TimerGuard) {
    this.#guard = guard;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** How far this clock is ahead of the machine's, milliseconds. */
  get offset(): number {
    return this.#offset;
  }

  after(ms: number, run: () => void): Timer {
    const entry: Entry = { due: this.now() + ms, run, handle: undefined };
    this.#entries.add(entry);
    this.#arm(entry);
    return { cancel: () => this.#drop(entry) };
  }

  set(unixMs: number): void {
    this.setOffset(unixMs - Date.now());
  }

  /**
   * Like {@link set}, relative to the machine's clock. A jump back leaves each timer the delay that it still has; otherwise what
   * happens every second would rest until the clock is where it was.
   * @throws {RangeError} when `ms` is not finite: no timer would ever be due
   */
  setOffset(ms: number): void {
    if (!Number.isFinite(ms)) throw new RangeError(`offset: expected a finite number, received ${ms}`);
    const back = Math.min(ms - this.#offset, 0);
    this.#offset = ms;
    for (const entry of this.#entries) entry.due += back;
    this.#fireDue();
    for (const entry of this.#entries) this.#arm(entry);
  }

  advance(ms: number): void {
    this.set(this.now() + ms);
  }

  /** Cancels every timer. */
  stop(): void {
    for (const entry of [...this.#entries]) this.#drop(entry);
  }

  #arm(entry: Entry): void {
    clearTimeout(entry.handle);
    const wait = Math.min(Math.max(entry.due - this.now(), 0), MAX_TIMEOUT_MS);
    entry.handle = setTimeout(() => this.#wake(entry), wait);
    entry.handle.unref();
  }

  #wake(entry: Entry): void {
    if (!this.#entries.has(entry)) return;
    if (entry.due > this.now()) this.#arm(entry);
    else this.#fire(entry);
  }

  /** Fires due timers, including those that firing makes due, up to a limit; the rest fire by their own timeouts. */
  #fireDue(): void {
    for (let left = MAX_FIRES; left > 0; left -= 1) {
      const entry = this.#nextDue();
      if (entry === undefined) return;
      this.#fire(entry);
    }
  }

  #nextDue(): Entry | undefined {
    const now = this.now();
    let first: Entry | undefined;
    for (const entry of this.#entries) {
      if (entry.due <= now && (first === undefined || entry.due < first.due)) first = entry;
    }
    return first;
  }

  #fire(entry: Entry): void {
    this.#drop(entry);
    this.#guard(entry.run);
  }

  #drop(entry: Entry): void {
    clearTimeout(entry.handle);
    this.#entries.delete(entry);
  }
}

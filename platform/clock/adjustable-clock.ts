import { NEVER, type ControlledClock, type Timer, type TimerGuard } from "./clock.js";

interface Entry {
  /** Due time on the elapsed clock. */
  readonly due: number;
  readonly run: () => void;
  handle: NodeJS.Timeout | undefined;
}

/** The machine's time sources that a clock reads. */
export interface MachineTime {
  /** Unix milliseconds; somebody may set it while the platform runs. */
  wall(): number;
  /** Milliseconds; only goes forward. */
  monotonic(): number;
}

/** The state from which a second clock of the same machine reads the same time. */
export interface ClockReading {
  /** How far the clock is ahead of the machine's, milliseconds. */
  readonly offset: number;
  /** Unix milliseconds at which it stands; absent: it goes. */
  readonly standsAt?: number;
}

/** Maximum number of timers that a jump fires; only timers that keep rescheduling themselves at once exceed it. */
const MAX_FIRES = 10_000;
/** Longest delay that `setTimeout` accepts. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const MACHINE: MachineTime = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Wall time that runs on the machine's monotonic clock, plus an offset that tests may change: who sets the machine's clock
 * changes nothing here. Timers never keep the process alive.
 */
export class AdjustableClock implements ControlledClock {
  readonly #entries = new Set<Entry>();
  readonly #guard: TimerGuard;
  readonly #machine: MachineTime;
  /** Unix milliseconds at which the monotonic clock would have read 0. */
  readonly #origin: number;
  #offset = 0;
  /** All jumps forward, milliseconds. */
  #skipped = 0;
  /** The reading of the monotonic clock when this clock was stopped; undefined: it goes. */
  #frozenAt: number | undefined;
  /** How long this clock has stood still until the last time that it went on, milliseconds. */
  #stood = 0;
  #isStopped = false;

  /** @param guard runs due timers */
  constructor(guard: TimerGuard, machine: MachineTime = MACHINE) {
    this.#guard = guard;
    this.#machine = machine;
    this.#origin = machine.wall() - machine.monotonic();
  }

  now(): number {
    return Math.round(this.#exactly());
  }

  elapsed(): number {
    return Math.floor(this.#passed() + this.#skipped);
  }

  /** How far this clock is ahead of the machine's, milliseconds; when it stands, ahead of when it was stopped. */
  get offset(): number {
    return this.#offset - this.#stood;
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  get reading(): ClockReading {
    return this.isFrozen ? { offset: this.offset, standsAt: this.#exactly() } : { offset: this.offset };
  }

  after(ms: number, run: () => void): Timer {
    if (this.#isStopped) return NEVER;
    const entry: Entry = { due: this.elapsed() + ms, run, handle: undefined };
    this.#entries.add(entry);
    this.#arm(entry);
    return { cancel: () => this.#drop(entry) };
  }

  set(unixMs: number): void {
    this.#jump(unixMs - this.#exactly());
  }

  /**
   * Like {@link set}, relative to the machine's clock. A jump back changes no duration: timers, windows and limits go on as if
   * nothing had happened.
   * @throws {RangeError} when `ms` is not finite: no timer would ever be due
   */
  setOffset(ms: number): void {
    this.#jump(ms - this.offset);
  }

  advance(ms: number): void {
    this.#jump(ms);
  }

  /** Stops time: only jumps move it, and make timers fire. */
  freeze(): void {
    this.#frozenAt ??= this.#machine.monotonic();
    for (const { handle } of this.#entries) clearTimeout(handle);
  }

  /** Lets time go on from where it stands. */
  resume(): void {
    if (this.#frozenAt === undefined) return;
    this.#stood += this.#machine.monotonic() - this.#frozenAt;
    this.#frozenAt = undefined;
    for (const entry of this.#entries) this.#arm(entry);
  }

  /** Reads, from now on, what another clock of this machine reads. */
  follow({ offset, standsAt }: ClockReading): void {
    if (standsAt === undefined) {
      this.resume();
      this.setOffset(offset);
    } else {
      this.freeze();
      this.set(standsAt);
    }
  }

  /** Cancels every timer; later ones never fire. */
  stop(): void {
    this.#isStopped = true;
    for (const entry of [...this.#entries]) this.#drop(entry);
  }

  /** The reading of the monotonic clock, without the time that this clock stood still. */
  #passed(): number {
    return (this.#frozenAt ?? this.#machine.monotonic()) - this.#stood;
  }

  /** Unix milliseconds with their fraction. */
  #exactly(): number {
    return this.#origin + this.#passed() + this.#offset;
  }

  #jump(ms: number): void {
    if (!Number.isFinite(ms)) throw new RangeError(`offset: expected a finite number, received ${ms}`);
    this.#offset += ms;
    if (ms <= 0) return;
    this.#skipped += ms;
    this.#fireDue();
    for (const entry of this.#entries) this.#arm(entry);
  }

  #arm(entry: Entry): void {
    clearTimeout(entry.handle);
    if (this.isFrozen) return;
    const wait = Math.min(Math.max(entry.due - this.elapsed(), 0), MAX_TIMEOUT_MS);
    entry.handle = setTimeout(() => this.#wake(entry), wait);
    entry.handle.unref();
  }

  #wake(entry: Entry): void {
    if (!this.#entries.has(entry)) return;
    if (entry.due > this.elapsed()) this.#arm(entry);
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
    const now = this.elapsed();
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

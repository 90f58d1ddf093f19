import type { AdjustableClock } from "../../clock/adjustable-clock.js";
import { EARLIEST_MS, LATEST_MS } from "../../clock/range.js";
import { timeOfDate } from "../../date.js";
import { finiteNumber, mistake } from "../../guard/arguments.js";
import type { MediaWorker } from "../../voice/sfu/media-worker.js";

/** Lets tests move the clock of the platform and of its media worker. */
export class ControlClock {
  readonly #clock: AdjustableClock;
  readonly #media: MediaWorker;

  /** @internal */
  constructor(clock: AdjustableClock, media: MediaWorker) {
    this.#clock = clock;
    this.#media = media;
  }

  /** Unix milliseconds */
  now(): number {
    return this.#clock.now();
  }

  /**
   * Jumps to a time.
   * @param time a date of ISO 8601, such as `2027-01-01` or `2027-01-01T12:00:00Z`, or Unix milliseconds; in the range of ids: 2015 to
   * 2154
   * @returns resolves when the media worker has jumped too
   * @throws {ArgumentRangeError} when it is no such date, or out of range
   */
  set(time: string | number): Promise<void> {
    this.#clock.set(typeof time === "string" ? timeOfDate("time", time) : checkedTime("time", time));
    return this.#follow();
  }

  /**
   * Jumps forward.
   * @param ms milliseconds
   * @returns resolves when the media worker has jumped too
   * @throws {ArgumentRangeError} when the resulting time is outside the range of ids
   */
  advance(ms: number): Promise<void> {
    checkedTime("ms", this.#clock.now() + finiteNumber("ms", ms));
    this.#clock.advance(ms);
    return this.#follow();
  }

  /**
   * Stops the clock where it is: from now on only {@link set} and {@link advance} move it, and what waits for it. Heartbeats and time
   * limits of sockets go on. Delays and jitter of an impaired network stand still, too, and sound with them. No effect on a clock that
   * stands.
   * @returns resolves when the media worker stands too
   */
  freeze(): Promise<void> {
    this.#clock.freeze();
    return this.#follow();
  }

  /**
   * Lets a stopped clock go on from the time at which it stands; no effect on one that goes.
   * @returns resolves when the media worker goes on too
   */
  resume(): Promise<void> {
    this.#clock.resume();
    return this.#follow();
  }

  /** Whether the clock stands. */
  isFrozen(): boolean {
    return this.#clock.isFrozen;
  }

  #follow(): Promise<void> {
    return this.#media.setClock(this.#clock.reading);
  }
}

function checkedTime(name: string, unixMs: unknown): number {
  const time = finiteNumber(name, unixMs);
  if (time >= EARLIEST_MS && time <= LATEST_MS) return time;
  throw mistake(true, name, `a time from ${EARLIEST_MS} to ${LATEST_MS} (Unix milliseconds)`, time);
}

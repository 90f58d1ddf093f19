import { SNOWFLAKE_EPOCH_MS } from "sdkpp/wire";
import type { AdjustableClock } from "../../clock/adjustable-clock.js";
import { finiteNumber, mistake } from "../../guard/arguments.js";
import type { MediaWorker } from "../../voice/sfu/media-worker.js";

const EARLIEST_MS = Number(SNOWFLAKE_EPOCH_MS);
/** Ids hold their time in 42 bits. */
const LATEST_MS = EARLIEST_MS + 2 ** 42 - 1;

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
   * @param unixMs Unix milliseconds in the range of ids: 2015 to 2154
   * @returns resolves when the media worker has jumped too
   * @throws {ArgumentRangeError} when the time is out of range
   */
  set(unixMs: number): Promise<void> {
    this.#clock.set(checkedTime("unixMs", unixMs));
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

  #follow(): Promise<void> {
    return this.#media.setClock(this.#clock.offset);
  }
}

function checkedTime(name: string, unixMs: unknown): number {
  const time = finiteNumber(name, unixMs);
  if (time >= EARLIEST_MS && time <= LATEST_MS) return time;
  throw mistake(true, name, `a time from ${EARLIEST_MS} to ${LATEST_MS} (Unix milliseconds)`, time);
}

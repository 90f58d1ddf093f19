import { SNOWFLAKE_EPOCH_MS } from "sdkpp/wire";
import type { AdjustableClock } from "../clock/adjustable-clock.js";
import { finiteNumber, mistake } from "../guard/arguments.js";
import type { MediaWorker } from "../voice/sfu/media-worker.js";

const EARLIEST_MS = Number(SNOWFLAKE_EPOCH_MS);
/** 42 bits of an id are its time. */
const LATEST_MS = EARLIEST_MS + 2 ** 42 - 1;

/** The platform's clock as tests move it, the media worker's with it. */
export class ControlClock {
  readonly #clock: AdjustableClock;
  readonly #media: MediaWorker;

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
   * @param unixMs milliseconds, within the times that ids can carry: 2015 to 2154
   * @returns when the media worker is there too
   * @throws {ArgumentRangeError} for another time
   */
  set(unixMs: number): Promise<void> {
    this.#clock.set(checkedTime("unixMs", unixMs));
    return this.#follow();
  }

  /**
   * Jumps ahead.
   * @returns when the media worker is there too
   * @throws {ArgumentRangeError} for where no id can be
   */
  advance(ms: number): Promise<void> {
    checkedTime("ms", this.#clock.now() + finiteNumber("ms", ms));
    this.#clock.advance(ms);
    return this.#follow();
  }

  async #follow(): Promise<void> {
    this.#media.send({ type: "clock", offset: this.#clock.offset });
    // Commands are obeyed in order, so an answer means that this one was.
    await this.#media.stats();
  }
}

function checkedTime(name: string, unixMs: unknown): number {
  const time = finiteNumber(name, unixMs);
  if (time >= EARLIEST_MS && time <= LATEST_MS) return time;
  throw mistake(true, name, `a time from ${EARLIEST_MS} to ${LATEST_MS} (Unix milliseconds)`, time);
}

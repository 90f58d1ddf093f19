import type { CallStats } from "../../native/index.js";
import type { Cancel, Clock } from "../../net/index.js";

/** Interval at which statistics are told, milliseconds. */
const USUAL_MS = 1000;
/** The same while somebody looks at them. */
const WATCHED_MS = 20;
/** Somebody looks for so long behind the last word of it, milliseconds. */
const LOOKING_MS = 5000;

/** Tells the game's process the statistics of a call. */
export class ServedStatistics {
  readonly #clock: Clock;
  readonly #tell: (stats: CallStats) => void;
  readonly #read: () => CallStats;
  #watchedMs = -Infinity;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, read: () => CallStats, tell: (stats: CallStats) => void) {
    this.#clock = clock;
    this.#read = read;
    this.#tell = tell;
    this.#turn();
  }

  /** Somebody looks at them. */
  watch(): void {
    const wasWatched = this.#isWatched;
    this.#watchedMs = this.#clock.now();
    if (wasWatched) return;
    this.#cancel?.();
    this.#turn();
  }

  end(): void {
    this.#cancel?.();
  }

  get #isWatched(): boolean {
    return this.#clock.now() - this.#watchedMs < LOOKING_MS;
  }

  #turn(): void {
    this.#cancel = this.#clock.schedule(this.#isWatched ? WATCHED_MS : USUAL_MS, () => this.#turn());
    this.#tell(this.#read());
  }
}

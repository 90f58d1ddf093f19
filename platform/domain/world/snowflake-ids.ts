import { formatSnowflake, snowflakeFromTime, type Snowflake } from "sdkpp/wire";
import type { Clock } from "../../clock/clock.js";
import type { Ids } from "./ports.js";

/** Ids that carry the clock's time and never repeat, even when the clock stops or goes back. */
export class SnowflakeIds implements Ids {
  readonly #clock: Clock;
  #last = 0n;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The greatest id so far; 0: none. */
  get last(): bigint {
    return this.#last;
  }

  /** Gives greater ids than this one from now on. */
  raise(id: bigint): void {
    if (id > this.#last) this.#last = id;
  }

  next(): Snowflake {
    const fresh = snowflakeFromTime(Math.floor(this.#clock.now()));
    this.#last = fresh > this.#last ? fresh : this.#last + 1n;
    return formatSnowflake(this.#last);
  }
}

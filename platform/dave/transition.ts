import type { Snowflake } from "sdkpp/wire";

/** How long a transition waits for its parties, milliseconds (DAVE 1.1.4). */
export const TRANSITION_MS = 2000;
const LAST_ID = 0xffff;

/** Counts from 1 to 65535 and skips 0, which means a (re)initialization. */
export class TransitionIds {
  #last: number;

  /** @param last the number before the first, 0 to 65535 */
  constructor(last = 0) {
    this.#last = last;
  }

  next(): number {
    this.#last = this.#last === LAST_ID ? 1 : this.#last + 1;
    return this.#last;
  }
}

/** One change of keys or version that is announced and not executed yet. */
export class Transition {
  readonly deadline: number;
  /** Users that were notified of the change and will be notified of its execution. */
  readonly parties: ReadonlySet<Snowflake>;
  readonly #waiting: Set<Snowflake>;

  /** @param waiting the parties whose op 23 counts: those with an open socket */
  constructor(
    now: number,
    readonly id: number,
    parties: Iterable<Snowflake>,
    waiting: Iterable<Snowflake>,
  ) {
    this.deadline = now + TRANSITION_MS;
    this.parties = new Set(parties);
    this.#waiting = new Set(waiting);
  }

  /** Stops waiting for a party after op 23, op 31, a lost socket or the end of its session. */
  strike(userId: Snowflake): void {
    this.#waiting.delete(userId);
  }

  owes(userId: Snowflake): boolean {
    return this.#waiting.has(userId);
  }

  isDue(now: number): boolean {
    return this.#waiting.size === 0 || now >= this.deadline;
  }
}

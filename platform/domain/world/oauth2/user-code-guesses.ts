import type { Clock } from "../../../clock/clock.js";

/** Wrong codes that one guesser may type within {@link WINDOW_MS}. */
const MISSES_MAX = 20;
const WINDOW_MS = 300_000;
/** Everything is forgotten at once when there are this many guessers. */
const MAX_ENTRIES = 10_000;

interface Misses {
  readonly since: number;
  readonly count: number;
}

/**
 * Counts wrong user codes, which are short enough to be guessed (RFC 8628 section 5.1): with 20 guesses in the life of a code,
 * one of 36^8 codes is found with a probability below 10^-10. It does not outlive the platform.
 */
export class UserCodeGuesses {
  readonly #clock: Clock;
  readonly #misses = new Map<string, Misses>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long a guesser has to wait, milliseconds; 0: not at all. @param guesser an account, or a page */
  waitOf(guesser: string): number {
    const misses = this.#current(guesser);
    return misses.count < MISSES_MAX ? 0 : misses.since + WINDOW_MS - this.#clock.elapsed();
  }

  missed(guesser: string): void {
    const { since, count } = this.#current(guesser);
    if (this.#misses.size >= MAX_ENTRIES) this.#misses.clear();
    this.#misses.set(guesser, { since, count: count + 1 });
  }

  #current(guesser: string): Misses {
    const now = this.#clock.elapsed();
    const misses = this.#misses.get(guesser);
    return misses === undefined || now >= misses.since + WINDOW_MS ? { since: now, count: 0 } : misses;
  }
}

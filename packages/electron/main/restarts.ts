import type { TimerClock } from "../bridge/system-clock.js";

const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** How soon a process follows one that has ended, as voice processes do: at once, unless that happens too often. */
export class Restarts {
  readonly #clock: TimerClock;
  readonly #most: number;
  #endsMs: number[] = [];

  /** @param most restarts in 60 s that follow at once */
  constructor(clock: TimerClock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** A process has ended. @returns milliseconds until another one follows: 0, or 1 s and twice as long each time, up to 30 s */
  pauseMs(): number {
    const nowMs = this.#clock.now();
    this.#endsMs = [...this.#endsMs.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs];
    const beyond = this.#endsMs.length - this.#most;
    return beyond <= 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (beyond - 1), LONGEST_PAUSE_MS);
  }
}

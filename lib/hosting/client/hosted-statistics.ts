import type { CallStats } from "../../native/index.js";
import type { Clock } from "../../net/index.js";

/** While somebody looks, the voice process is told so as often, milliseconds. */
const WATCH_MS = 2000;

/**
 * The statistics of a call in a voice process, as it told them last: once a second, and every 20 ms as long as they are looked at, which ends 5 s
 * behind the last look.
 */
export class HostedStatistics {
  readonly #clock: Clock;
  readonly #watch: () => void;
  #told: CallStats = NOTHING_COUNTED;
  #watchedMs = -Infinity;

  /** @param watch tells the process that they are looked at */
  constructor(clock: Clock, watch: () => void) {
    this.#clock = clock;
    this.#watch = watch;
  }

  /** A copy. */
  get newest(): CallStats {
    const nowMs = this.#clock.now();
    if (nowMs - this.#watchedMs >= WATCH_MS) {
      this.#watchedMs = nowMs;
      this.#watch();
    }
    return structuredClone(this.#told);
  }

  heard(stats: CallStats): void {
    this.#told = stats;
  }

  /** Another process has the call. */
  assigned(): void {
    this.#watchedMs = -Infinity;
  }
}

/** Of a call that no process has had yet. */
const NOTHING_COUNTED: CallStats = {
  packetsSent: 0,
  packetsReceived: 0,
  usersRefused: 0,
  refused: {
    malformed: 0,
    authentication: 0,
    replay: 0,
    duplicate: 0,
    tooLong: 0,
    unknownSsrc: 0,
    foreign: 0,
  },
  input: { packetsSkipped: 0, bytesSkipped: 0, pagesMissing: 0 },
  sendErrors: 0,
  reportedLoss: 0,
  roundTripMs: -1,
  pathMoves: 0,
  blocksWithoutEar: 0,
  pacing: { p50Ms: 0, p95Ms: 0, p99Ms: 0, missedDeadlines: 0 },
  callbacks: { received: 0, captured: 0, late: 0, bypassed: 0, failed: 0, p99Ms: 0, budgetMs: 0 },
  receivedDropped: 0,
  duplicateFrames: 0,
  inputLatencyMs: -1,
  outputLatencyMs: -1,
  deviceGaps: 0,
  speakers: [],
  mediaThreads: [],
};

import type { Clock } from "sdkpp/voice";
import { LEASE_MS, type Beat } from "./beat.js";

/** A worker that beat lately. */
interface Seen {
  readonly beat: Beat;
  readonly seenMs: number;
}

/** Hears of workers. */
export interface RosterListener {
  /** The voice process is gone for certain, or its lease is over. */
  gone(process: string, reason: string): void;
  /** A worker came, or says something new of itself. */
  changed(): void;
}

/** The workers that live, by what they say of themselves. Pure but for the clock of whoever looks. */
export class Roster {
  readonly #clock: Clock;
  readonly #listener: RosterListener;
  readonly #workers = new Map<string, Seen>();
  /** Since when beats can come; undefined: they cannot. */
  #sinceMs: number | undefined;

  constructor(clock: Clock, listener: RosterListener) {
    this.#clock = clock;
    this.#listener = listener;
    this.#sinceMs = clock.now();
  }

  /** Those that have a voice process. */
  get workers(): readonly Beat[] {
    return [...this.#workers.values()].map(({ beat }) => beat).filter(({ process }) => process !== "");
  }

  has(process: string): boolean {
    return this.workers.some((beat) => beat.process === process);
  }

  heard(beat: Beat): void {
    const before = this.#workers.get(beat.worker)?.beat;
    if (before !== undefined && !isNewer(beat, before)) return;
    this.#workers.set(beat.worker, { beat, seenMs: this.#clock.now() });
    if (before !== undefined && before.process !== "" && before.process !== beat.process)
      this.#listener.gone(before.process, `the voice process of worker ${beat.worker} ended`);
    this.#listener.changed();
  }

  /** While this process is cut off, nobody can say who lives: leases count again from the end of it. */
  connected(isConnected: boolean): void {
    this.#sinceMs = isConnected ? this.#clock.now() : undefined;
  }

  /** @param heardMs NATS has answered what was sent to it then: beats of before would be here. By the clock, several times a second */
  look(heardMs: number): void {
    const sinceMs = this.#sinceMs;
    if (sinceMs === undefined) return;
    for (const [worker, { seenMs }] of this.#workers)
      if (heardMs - Math.max(seenMs, sinceMs) > LEASE_MS)
        this.#remove(worker, `worker ${worker} was silent for ${String(LEASE_MS / 1000)} s`);
  }

  #remove(worker: string, reason: string): void {
    const seen = this.#workers.get(worker);
    if (!this.#workers.delete(worker) || seen === undefined) return;
    if (seen.beat.process !== "") this.#listener.gone(seen.beat.process, reason);
    this.#listener.changed();
  }
}

/** A beat that somebody sends again says nothing. */
function isNewer(beat: Beat, before: Beat): boolean {
  if (beat.startedAt !== before.startedAt) return beat.startedAt > before.startedAt;
  return beat.count > before.count;
}

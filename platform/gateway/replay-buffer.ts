import { GatewayEvent } from "sdkpp/wire";
import type { OutgoingEvent } from "./outgoing-event.js";

/** One dispatch as it was sent. */
export interface SentDispatch {
  readonly s: number;
  readonly event: OutgoingEvent;
}

/** How many dispatches a resume can replay (G§3). */
export const REPLAY_LIMIT = 1000;

/**
 * Events that carry a complete state, so that only the newest one matters. SESSIONS_REPLACE lists every session of the user:
 * keeping all of them would grow with the square of the number of sessions.
 */
const SUPERSEDING: ReadonlySet<string> = new Set([GatewayEvent.SessionsReplace]);

/** Numbers a session's dispatches and keeps the newest for a resume. */
export class ReplayBuffer {
  /** In order; a superseded event leaves a gap in the sequence. */
  #sent: SentDispatch[] = [];
  readonly #newest = new Map<string, SentDispatch>();
  #lastSeq = 0;
  /** Events up to this number may be gone, so a resume from below it fails. */
  #forgottenSeq = 0;
  readonly #limit: number;

  constructor(limit = REPLAY_LIMIT) {
    this.#limit = limit;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** @returns the sequence number */
  add(event: OutgoingEvent): number {
    this.#lastSeq += 1;
    const sent = { s: this.#lastSeq, event };
    if (SUPERSEDING.has(event.t)) this.#supersede(sent);
    this.#sent.push(sent);
    // Dropping events in blocks keeps a full buffer cheap.
    if (this.#sent.length >= this.#limit * 2) this.#forget(this.#sent.length - this.#limit);
    return sent.s;
  }

  /**
   * The dispatches after `seq`.
   * @returns "ahead" when `seq` was never sent, "gone" when a later dispatch is no longer stored
   */
  after(seq: number): readonly SentDispatch[] | "ahead" | "gone" {
    if (seq > this.#lastSeq || seq < 0) return "ahead";
    if (seq < this.#forgottenSeq) return "gone";
    const missed = this.#sent.slice(this.#firstAfter(seq));
    return missed.length > this.#limit ? "gone" : missed;
  }

  /** Drops all stored dispatches, as an overflow would; the sequence continues. For tests. */
  overflow(): void {
    this.#forget(this.#sent.length);
  }

  #supersede(sent: SentDispatch): void {
    const before = this.#newest.get(sent.event.t);
    this.#newest.set(sent.event.t, sent);
    if (before === undefined) return;
    const index = this.#firstAfter(before.s - 1);
    if (this.#sent[index] === before) this.#sent.splice(index, 1);
  }

  #forget(count: number): void {
    const last = this.#sent[count - 1];
    if (last === undefined) return;
    this.#forgottenSeq = last.s;
    this.#sent = this.#sent.slice(count);
  }

  /** Binary search: index of the first dispatch with a number above `seq`. */
  #firstAfter(seq: number): number {
    let low = 0;
    let high = this.#sent.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sent[middle]?.s ?? Infinity) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

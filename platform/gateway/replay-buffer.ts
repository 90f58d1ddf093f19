import { GatewayEvent } from "sdkpp/wire";

/** One dispatch as it was sent, without its envelope's numbering. */
export interface SentDispatch {
  readonly s: number;
  readonly t: string;
  readonly d: unknown;
}

/** How many dispatches a resume can bring back (G§3). */
export const REPLAY_LIMIT = 1000;

/**
 * Events that say a whole anew, so that the newest says what all before it said. Each names every session of the user: kept
 * one and all, they would grow with the square of a user's sessions.
 */
const SUPERSEDING: ReadonlySet<string> = new Set([GatewayEvent.SessionsReplace]);

/** Numbers a session's dispatches and keeps the newest for a resume. */
export class ReplayBuffer {
  /** In order; a superseded one leaves a gap in the numbers. */
  #sent: SentDispatch[] = [];
  readonly #newest = new Map<string, SentDispatch>();
  #lastSeq = 0;
  /** Up to here something is missing that a resume would have to bring. */
  #forgottenSeq = 0;
  readonly #limit: number;

  constructor(limit = REPLAY_LIMIT) {
    this.#limit = limit;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  add(t: string, d: unknown): SentDispatch {
    this.#lastSeq += 1;
    const sent = { s: this.#lastSeq, t, d };
    if (SUPERSEDING.has(t)) this.#supersede(sent);
    this.#sent.push(sent);
    // Dropping in blocks keeps a full buffer cheap.
    if (this.#sent.length >= this.#limit * 2) this.#forget(this.#sent.length - this.#limit);
    return sent;
  }

  /**
   * What a client that saw `seq` has missed.
   * @returns "ahead" when `seq` was never sent, "gone" when something after it is no longer kept
   */
  after(seq: number): readonly SentDispatch[] | "ahead" | "gone" {
    if (seq > this.#lastSeq || seq < 0) return "ahead";
    if (seq < this.#forgottenSeq) return "gone";
    const missed = this.#sent.slice(this.#firstAfter(seq));
    return missed.length > this.#limit ? "gone" : missed;
  }

  /** Forgets everything, as if it had overflowed; numbering goes on. For tests. */
  overflow(): void {
    this.#forget(this.#sent.length);
  }

  #supersede(sent: SentDispatch): void {
    const before = this.#newest.get(sent.t);
    this.#newest.set(sent.t, sent);
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

  /** Index of the first with a number above `seq`; numbers rise, so halving finds it. */
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

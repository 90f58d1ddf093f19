/** One dispatch as it was sent, without its envelope's numbering. */
export interface SentDispatch {
  readonly s: number;
  readonly t: string;
  readonly d: unknown;
}

/** How many dispatches a resume can bring back (G§3). */
export const REPLAY_LIMIT = 1000;

/** Numbers a session's dispatches and keeps the newest for a resume. */
export class ReplayBuffer {
  #sent: SentDispatch[] = [];
  #lastSeq = 0;
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
    this.#sent.push(sent);
    // Dropping in blocks keeps a full buffer cheap.
    if (this.#sent.length >= this.#limit * 2) this.#sent = this.#sent.slice(-this.#limit);
    return sent;
  }

  /**
   * What a client that saw `seq` has missed.
   * @returns "ahead" when `seq` was never sent, "gone" when something after it is no longer kept
   */
  after(seq: number): readonly SentDispatch[] | "ahead" | "gone" {
    if (seq > this.#lastSeq || seq < 0) return "ahead";
    const missed = this.#lastSeq - seq;
    if (missed > Math.min(this.#sent.length, this.#limit)) return "gone";
    return missed === 0 ? [] : this.#sent.slice(-missed);
  }

  /** Forgets everything, as if it had overflowed; numbering goes on. For tests. */
  overflow(): void {
    this.#sent = [];
  }
}

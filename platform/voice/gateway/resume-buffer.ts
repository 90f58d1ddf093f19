/** One numbered message as it was sent. */
export interface SentMessage {
  readonly seq: number;
  readonly op: number;
  readonly data: string | Buffer;
}

export const RESUME_MESSAGE_LIMIT = 1024;
export const RESUME_BYTE_LIMIT = 1 << 20;
const LAST_SEQ = 0xffff;

/**
 * Numbers a voice session's messages and stores the newest for a resume (voice-transport 2.8). Numbers run from 1 to
 * 65535 and restart at 1; 0 is skipped because clients ignore it.
 */
export class ResumeBuffer {
  readonly #kept: SentMessage[] = [];
  #bytes = 0;
  #lastSeq: number;
  #hasSent = false;
  /** The newest number that the client has acknowledged. */
  #acknowledged: number | undefined;
  /** Whether the buffer has dropped messages. */
  #hasDropped = false;

  /** @param lastSeq the number before the first, 0 to 65535 */
  constructor(lastSeq = 0) {
    this.#lastSeq = lastSeq;
  }

  /** The number of the next message. */
  next(): number {
    this.#lastSeq = this.#lastSeq === LAST_SEQ ? 1 : this.#lastSeq + 1;
    this.#hasSent = true;
    return this.#lastSeq;
  }

  keep(seq: number, op: number, data: string | Buffer): void {
    this.#kept.push({ seq, op, data });
    this.#bytes += data.length;
    while (this.#kept.length > RESUME_MESSAGE_LIMIT || this.#bytes > RESUME_BYTE_LIMIT) this.#drop(1);
  }

  /** Drops messages up to `seq`, which the client has received. Ignores numbers that are not stored. */
  acknowledge(seq: number): void {
    const index = this.#kept.findIndex((message) => message.seq === seq);
    if (index >= 0) this.#drop(index + 1);
    if (index >= 0 || seq === this.#lastSeq) this.#acknowledged = seq;
  }

  /**
   * The messages after `seq`.
   * @param seq −1 or undefined: the client has received no numbered message
   * @returns undefined when the buffer no longer has all of them
   */
  after(seq: number | undefined): readonly SentMessage[] | undefined {
    if (seq === undefined || seq === -1) return this.#hasDropped ? undefined : [...this.#kept];
    if (seq === this.#lastSeq && this.#hasSent) return [];
    const index = this.#kept.findIndex((message) => message.seq === seq);
    if (index >= 0) return this.#kept.slice(index + 1);
    return seq === this.#acknowledged ? [...this.#kept] : undefined;
  }

  #drop(count: number): void {
    for (const message of this.#kept.splice(0, count)) this.#bytes -= message.data.length;
    this.#hasDropped = true;
  }
}

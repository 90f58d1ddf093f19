import type { TimelineRecord } from "./record.js";

/** What a follower reads. */
export interface Readable {
  readonly newest: number;
  readonly oldest: number;
  at(serial: number): TimelineRecord | undefined;
  /** A notice for one follower. */
  lost(count: number, upTo: number): TimelineRecord;
  leave(follower: Follower): void;
}

type Result = IteratorResult<TimelineRecord, undefined>;

const END: Result = { done: true, value: undefined };

/** Reads the ring at its own speed. It holds no records: what the ring drops before they are read is lost, and counted. */
export class Follower implements AsyncIterableIterator<TimelineRecord, undefined> {
  readonly #ring: Readable;
  readonly #wants: (record: TimelineRecord) => boolean;
  readonly #waiting: ((result: Result) => void)[] = [];
  #next: number;
  readonly #over = new AbortController();

  constructor(ring: Readable, next: number, wants: (record: TimelineRecord) => boolean) {
    this.#ring = ring;
    this.#next = next;
    this.#wants = wants;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result> {
    const record = this.#isEnded ? undefined : this.#take();
    if (record !== undefined) return Promise.resolve({ done: false, value: record });
    if (this.#isEnded) return Promise.resolve(END);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Leaves: as the end of a `for await` loop does. */
  return(): Promise<Result> {
    this.end();
    return Promise.resolve(END);
  }

  /** Ends with this signal, which keeps nothing of a follower that has left before. */
  endWith(signal: AbortSignal): void {
    if (signal.aborted) return this.end();
    signal.addEventListener("abort", () => this.end(), { once: true, signal: this.#over.signal });
  }

  end(): void {
    if (this.#isEnded) return;
    this.#over.abort();
    this.#ring.leave(this);
    for (const resolve of this.#waiting.splice(0)) resolve(END);
  }

  /** There is a new record. */
  wake(): void {
    while (this.#waiting.length > 0) {
      const record = this.#take();
      if (record === undefined) return;
      this.#waiting.shift()?.({ done: false, value: record });
    }
  }

  get #isEnded(): boolean {
    return this.#over.signal.aborted;
  }

  #take(): TimelineRecord | undefined {
    const { oldest, newest } = this.#ring;
    if (this.#next < oldest) {
      const lost = oldest - this.#next;
      this.#next = oldest;
      return this.#ring.lost(lost, oldest - 1);
    }
    while (this.#next <= newest) {
      const record = this.#ring.at(this.#next);
      this.#next += 1;
      if (record !== undefined && this.#wants(record)) return record;
    }
    return undefined;
  }
}

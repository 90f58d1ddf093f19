import type { DuplexInput } from "./duplex.js";

/** Frames that wait for an adapter: five seconds of 25 who speak at once. */
const MOST_FRAMES = 25 * 5 * 50;

type Result = IteratorResult<DuplexInput, undefined>;

const END: Result = { value: undefined, done: true };

/** Keeps what an adapter is told until it asks for it. Frames have a bound, and what else is told stays in its place among them. */
export class DuplexQueue implements AsyncIterable<DuplexInput> {
  #waiting: DuplexInput[] = [];
  #frames = 0;
  #dropped = 0;
  #reader: ((result: Result) => void) | undefined;
  #isClosed = false;

  /** Frames that were dropped, the oldest first, because the adapter did not take them. */
  get dropped(): number {
    return this.#dropped;
  }

  push(input: DuplexInput): void {
    if (this.#isClosed) return;
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader !== undefined) return reader({ value: input, done: false });
    this.#waiting.push(input);
    if (input.type !== "frame") return;
    this.#frames += 1;
    if (this.#frames > MOST_FRAMES) this.#dropOldest();
  }

  /** What waits can still be read. */
  close(): void {
    this.#isClosed = true;
    this.#reader?.(END);
  }

  /** An adapter reads in one place: a read that waits is ended by the next one. */
  [Symbol.asyncIterator](): AsyncIterator<DuplexInput, undefined> {
    return { next: () => this.#next(), return: () => Promise.resolve(END) };
  }

  #next(): Promise<Result> {
    const input = this.#waiting.shift();
    if (input !== undefined) {
      if (input.type === "frame") this.#frames -= 1;
      return Promise.resolve({ value: input, done: false });
    }
    if (this.#isClosed) return Promise.resolve(END);
    this.#reader?.(END);
    return new Promise((resolve) => (this.#reader = resolve));
  }

  #dropOldest(): void {
    this.#waiting.splice(
      this.#waiting.findIndex(({ type }) => type === "frame"),
      1,
    );
    this.#frames -= 1;
    this.#dropped += 1;
  }
}

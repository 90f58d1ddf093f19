import type { ReceivedBlock } from "../native/index.js";

/** Five seconds of 20 ms blocks: a reader that is slower loses the oldest. */
const MAX_QUEUED = 250;

/**
 * What one user says, block by block: `for await (const block of stream)`. It ends with {@link close} or with
 * the connection. A Node stream comes from `Readable.from(stream)`.
 */
export class ReceiveStream implements AsyncIterable<ReceivedBlock>, Disposable {
  readonly #closing: () => void;
  readonly #queue: ReceivedBlock[] = [];
  #wake: (() => void) | undefined;
  #isOver = false;
  #dropped = 0;

  /** @internal */
  constructor(closing: () => void) {
    this.#closing = closing;
  }

  /** Blocks lost because nobody took them in time. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Ends the stream; what is queued can still be read. Idempotent. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wake?.();
    this.#closing();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ReceivedBlock, void, undefined> {
    try {
      for (let block = await this.#next(); block !== undefined; block = await this.#next()) yield block;
    } finally {
      this.close();
    }
  }

  /** @internal */
  push(block: ReceivedBlock): void {
    if (this.#isOver) return;
    this.#queue.push(block);
    if (this.#queue.length > MAX_QUEUED) {
      this.#queue.shift();
      this.#dropped += 1;
    }
    this.#wake?.();
  }

  async #next(): Promise<ReceivedBlock | undefined> {
    while (this.#queue.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#queue.shift();
  }
}

import type { ReceivedBlock, ReceivedPacket, ReceivedSamples } from "../native/index.js";

/** "pcm": 48 kHz stereo blocks after jitter buffer and decoder; "opus": packets as received, which no audio callback edits */
export type ReceiveFormat = "opus" | "pcm";

/** The data type of each format. */
export interface ReceivedBlocks {
  opus: ReceivedPacket;
  pcm: ReceivedSamples;
}

/** The blocks of a format. */
export type BlockOf<F extends ReceiveFormat> = ReceivedBlocks[F];

/** Five seconds of 20 ms blocks: a reader that is slower loses the oldest. */
const MAX_QUEUED = 250;

type Result = IteratorResult<ReceivedBlock, undefined>;
type Reader = (result: Result) => void;

const END: IteratorReturnResult<undefined> = { value: undefined, done: true };

/**
 * The audio of one user, block by block: `for await (const block of stream)`. It ends with {@link close} or with the
 * connection. `Readable.from(stream)` makes a Node stream of it.
 */
export class ReceiveStream<F extends ReceiveFormat = ReceiveFormat>
  implements AsyncIterable<BlockOf<F>>, Disposable
{
  /** The form of its blocks. */
  readonly format: F;
  readonly #closing: () => void;
  readonly #queue: ReceivedBlock[] = [];
  /** the reader that waits for the next block; there is seldom more than one */
  #reader: Reader | undefined;
  /** those behind it */
  readonly #otherReaders: Reader[] = [];
  #isOver = false;
  #dropped = 0;

  private constructor(format: F, closing: () => void) {
    this.format = format;
    this.#closing = closing;
  }

  /** @internal */
  static of<F extends ReceiveFormat>(format: F, closing: () => void): ReceiveStream<F> {
    return new ReceiveStream(format, closing);
  }

  /** Number of blocks that were dropped because they were not read in time. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Ends the stream; queued blocks can still be read. Idempotent. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (let reader = this.#takeReader(); reader !== undefined; reader = this.#takeReader()) reader(END);
    this.#closing();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  [Symbol.asyncIterator](): AsyncIterator<BlockOf<F>, undefined> {
    // Written without an async generator, which costs several promises per block.
    return {
      // The receiver passes on blocks of the stream's format only.
      next: () => this.#next() as Promise<IteratorResult<BlockOf<F>, undefined>>,
      return: () => {
        this.close();
        return Promise.resolve(END);
      },
    };
  }

  /** @internal */
  push(block: ReceivedBlock): void {
    if (this.#isOver) return;
    const reader = this.#takeReader();
    if (reader !== undefined) return reader({ value: block, done: false });
    this.#queue.push(block);
    if (this.#queue.length > MAX_QUEUED) {
      this.#queue.shift();
      this.#dropped += 1;
    }
  }

  #next(): Promise<Result> {
    const block = this.#queue.length > 0 ? this.#queue.shift() : undefined;
    if (block !== undefined) return Promise.resolve({ value: block, done: false });
    if (this.#isOver) return Promise.resolve(END);
    return new Promise((resolve) => {
      if (this.#reader === undefined) this.#reader = resolve;
      else this.#otherReaders.push(resolve);
    });
  }

  #takeReader(): Reader | undefined {
    const reader = this.#reader;
    this.#reader = this.#otherReaders.length > 0 ? this.#otherReaders.shift() : undefined;
    return reader;
  }
}

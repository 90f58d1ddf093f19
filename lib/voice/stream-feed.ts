import type { Feeder } from "./feeder.js";
import type { InputQueue } from "./input-queue.js";
import type { FeedEnd } from "./piece-feed.js";

/** Takes pieces that have to be waited for, one after the other. */
export class StreamFeed<T> {
  readonly #source: AsyncIterable<T>;
  readonly #pieces: AsyncIterator<T>;
  readonly #queue: InputQueue<T>;
  readonly #feeder: Feeder;
  readonly #end: FeedEnd;
  #isExhausted = false;
  #isOver = false;

  constructor(source: AsyncIterable<T>, queue: InputQueue<T>, feeder: Feeder, end: FeedEnd) {
    this.#source = source;
    this.#pieces = iteratorOf(source);
    this.#queue = queue;
    this.#feeder = feeder;
    this.#end = end;
  }

  async run(): Promise<void> {
    try {
      if (await this.#takeAll()) this.#end.done();
    } catch (error) {
      if (!this.#isOver) this.#end.failed(error);
    }
  }

  /** Takes no more; ends the source at once, also one that is waited for. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isExhausted) return;
    // An iterator settles `return` after a `next` that waits for data: only the stream itself can end that.
    if (isNodeStream(this.#source)) this.#source.destroy();
    void this.#return().catch(() => undefined);
  }

  /** @returns false when it was closed before the end */
  async #takeAll(): Promise<boolean> {
    for (let next = await this.#next(); next.done !== true; next = await this.#next()) {
      if (this.#isOver) return false;
      this.#queue.put(next.value);
      while (!this.#flush()) {
        await this.#feeder.turn(this.#queue.pauseMs);
        if (this.#isOver) return false;
      }
    }
    return !this.#isOver;
  }

  #flush(): boolean {
    const isEmpty = this.#queue.flush();
    this.#end.flushed();
    return isEmpty;
  }

  async #next(): Promise<IteratorResult<T>> {
    try {
      const next = await this.#pieces.next();
      this.#isExhausted = next.done === true;
      return next;
    } catch (error) {
      this.#isExhausted = true;
      throw error;
    }
  }

  async #return(): Promise<void> {
    await this.#pieces.return?.();
  }
}

interface Destroyable {
  destroy: () => void;
}

function isNodeStream(source: object): source is Destroyable {
  return hasFunction(source, "destroy") && hasFunction(source, "pipe");
}

function hasFunction(source: object, name: string): boolean {
  return typeof (source as Record<string, unknown>)[name] === "function";
}

/** For a web stream its reader, because a reader can be cancelled while it waits. */
function iteratorOf<T>(source: AsyncIterable<T>): AsyncIterator<T> {
  if (!hasFunction(source, "getReader")) return source[Symbol.asyncIterator]();
  const reader = (source as unknown as ReadableStream<T>).getReader();
  return {
    next: async () => (await reader.read()) as IteratorResult<T>,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

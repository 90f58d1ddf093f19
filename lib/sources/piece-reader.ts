import { isReadableStream, piecesOf } from "./node-pieces.js";

/** Takes the pieces of an iterable one after the other, and ends it at once, also while it is waited for. */
export class PieceReader<T> {
  readonly #source: AsyncIterable<T>;
  readonly #pieces: AsyncIterator<T>;
  #isOver = false;

  /** @throws Error when somebody else reads the stream already */
  constructor(source: AsyncIterable<T>) {
    this.#source = source;
    this.#pieces = iteratorOf(source);
  }

  /** Rejects with what the source throws. */
  async next(): Promise<IteratorResult<T, undefined>> {
    if (this.#isOver) return { done: true, value: undefined };
    try {
      const next = await this.#pieces.next();
      if (next.done !== true) return next;
    } catch (error) {
      this.#isOver = true;
      throw error;
    }
    this.#isOver = true;
    return { done: true, value: undefined };
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // An iterator settles `return` after a `next` that waits for data: only the stream itself can end that.
    if (isNodeStream(this.#source)) this.#source.destroy();
    void this.#return().catch(() => undefined);
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
  if (isReadableStream(source)) return piecesOf<T>(source);
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

import type { Feed } from "./feeder.js";
import type { InputQueue } from "./input-queue.js";

/** Callbacks of a feed to its playback. */
export interface FeedEnd {
  /** Everything is queued. */
  done: () => void;
  /** The source threw. */
  failed: (error: unknown) => void;
  /** Some was handed over. */
  flushed: () => void;
}

/** Takes pieces that are there without waiting, as many as the queue has room for. */
export class PieceFeed<T> implements Feed {
  readonly #source: Iterable<T>;
  #pieces: Iterator<T> | undefined;
  readonly #queue: InputQueue<T>;
  readonly #end: FeedEnd;
  #isExhausted = false;
  #isTaking = false;
  #isHeld = false;
  #isOver = false;

  constructor(pieces: Iterable<T>, queue: InputQueue<T>, end: FeedEnd) {
    this.#source = pieces;
    this.#queue = queue;
    this.#end = end;
  }

  fill(): number | undefined {
    try {
      return this.#isOver || this.#isHeld ? undefined : this.#fill();
    } catch (error) {
      this.#isOver = true;
      this.#end.failed(error);
      return undefined;
    }
  }

  /** Takes nothing until it is released. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Takes no more; lets the source end itself, as leaving a loop does. */
  close(): void {
    this.#isOver = true;
    if (this.#isTaking || this.#isExhausted) return;
    try {
      this.#pieces?.return?.();
    } catch (error) {
      this.#end.failed(error);
    }
  }

  #fill(): number | undefined {
    while (this.#flush()) {
      if (this.#isExhausted) {
        this.#end.done();
        return undefined;
      }
      this.#take();
      if (this.#isOver) {
        this.close();
        return undefined;
      }
    }
    return this.#queue.pauseMs;
  }

  #flush(): boolean {
    const isEmpty = this.#queue.flush();
    this.#end.flushed();
    return isEmpty;
  }

  #take(): void {
    this.#isTaking = true;
    try {
      for (let count = 0; count < this.#queue.atOnce && !this.#isOver; count += 1) {
        const next = this.#next();
        if (next.done === true) return;
        this.#queue.put(next.value);
      }
    } finally {
      this.#isTaking = false;
    }
  }

  #next(): IteratorResult<T> {
    // An iterator that throws has ended itself.
    this.#isExhausted = true;
    this.#pieces ??= this.#source[Symbol.iterator]();
    const next = this.#pieces.next();
    this.#isExhausted = next.done === true;
    return next;
  }
}

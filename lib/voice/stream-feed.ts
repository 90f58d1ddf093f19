import { PieceReader } from "../sources/index.js";
import type { Feeder } from "./feeder.js";
import type { InputQueue } from "./input-queue.js";
import type { FeedEnd } from "./piece-feed.js";

/** Takes pieces that have to be waited for, one after the other. */
export class StreamFeed<T> {
  readonly #pieces: PieceReader<T>;
  readonly #queue: InputQueue<T>;
  readonly #feeder: Feeder;
  readonly #end: FeedEnd;
  #isOver = false;
  #held: Promise<void> | undefined;
  #release: () => void = () => undefined;

  constructor(source: AsyncIterable<T>, queue: InputQueue<T>, feeder: Feeder, end: FeedEnd) {
    this.#pieces = new PieceReader(source);
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

  /** Hands nothing over until it is released; a piece that comes meanwhile waits. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#held ??= new Promise((resolve) => (this.#release = resolve));
    else {
      this.#held = undefined;
      this.#release();
    }
  }

  /** Takes no more; ends the source at once, also one that is waited for. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    this.#pieces.close();
  }

  /** @returns false when it was closed before the end */
  async #takeAll(): Promise<boolean> {
    for (let next = await this.#pieces.next(); next.done !== true; next = await this.#pieces.next()) {
      await this.#held;
      if (this.#isOver) return false;
      this.#queue.put(next.value);
      while (!this.#flush()) {
        await this.#feeder.turn(this.#queue.pauseMs);
        await this.#held;
        if (this.#isOver) return false;
      }
    }
    await this.#held;
    return !this.#isOver;
  }

  #flush(): boolean {
    const isEmpty = this.#queue.flush();
    this.#end.flushed();
    return isEmpty;
  }
}

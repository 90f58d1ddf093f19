/** Bodies with files that are read of one caller at once: each holds a connection, and bytes on the disk that nothing names yet. */
const AT_ONCE = 16;

interface Caller {
  reading: number;
  readonly waiting: (() => void)[];
}

/** Reads few bodies of a caller at once. The others wait without being read; one caller's never wait for another's. */
export class UploadTurns {
  readonly #callers = new Map<string, Caller>();

  /** @param begin reads the body, at once or later; {@link leave} follows when it has ended */
  enter(caller: string, begin: () => void): void {
    const own = this.#callers.get(caller) ?? { reading: 0, waiting: [] };
    this.#callers.set(caller, own);
    if (own.reading >= AT_ONCE) return void own.waiting.push(begin);
    own.reading += 1;
    begin();
  }

  /** A body of this caller has been read, or has ended otherwise. */
  leave(caller: string): void {
    const own = this.#callers.get(caller);
    if (own === undefined) return;
    const next = own.waiting.shift();
    if (next !== undefined) return next();
    own.reading -= 1;
    if (own.reading === 0) this.#callers.delete(caller);
  }
}

/**
 * Keeps calls outside of the processes that have them, and outlives each of these. A call has a claim of some 100 bytes, written each second, or every
 * 5 s while nothing is sent, and a ground of 3 to 20 KB, written when it changes, every 10 s while somebody is heard, and every minute otherwise.
 * Answers that take longer than 2 s count as lost.
 */
export interface CallStore {
  /** @returns undefined: nothing is there. A rejection means that nobody knows */
  read(key: string): Promise<Uint8Array | undefined>;
  /**
   * Compare-and-set.
   * @param expected what is there now; undefined: nothing
   * @param value what is to be there; undefined: nothing
   * @returns false, with nothing changed, when something else is there. A rejection means that nobody knows
   */
  swap(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined): Promise<boolean>;
}

/** Keeps calls in the memory of one process, which has none of them itself: a supervisor, to which those with calls are connected. */
export class MemoryCallStore implements CallStore {
  readonly #values = new Map<string, Uint8Array>();

  /** As `CallStore.read`. */
  read(key: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#values.get(key)?.slice());
  }

  /** As `CallStore.swap`. */
  swap(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined): Promise<boolean> {
    const isExpected = isSame(this.#values.get(key), expected);
    if (isExpected && value === undefined) this.#values.delete(key);
    else if (isExpected && value !== undefined) this.#values.set(key, value.slice());
    return Promise.resolve(isExpected);
  }
}

function isSame(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return Buffer.compare(left, right) === 0;
}

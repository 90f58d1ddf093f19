import { SdkError } from "sdkpp";

/**
 * Waits for messages and voices: each looks for them a hundred times a second. There may be as many at once as there may be people,
 * who can each wait for one thing.
 */
export class Waits {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param who name of the person who waits. @throws {SdkError} TOO_MANY_WAITS */
  async during<T>(who: string, wait: () => Promise<T>): Promise<T> {
    if (this.#count >= this.#most)
      throw new SdkError(
        "TOO_MANY_WAITS",
        `${who.slice(0, 40)} cannot wait for anything while the people of this cast wait for ${String(this.#most)} messages and voices, which is the most; let some of these waits end first`,
      );
    this.#count += 1;
    try {
      return await wait();
    } finally {
      this.#count -= 1;
    }
  }
}

import { MemoryCallStore, type CallStore } from "../../lib/call/index.js";

/** What a store does with a request. */
export type StoreMood =
  | "answers"
  /** it does not do it, and says so with an error */
  | "fails"
  /** it does it, and the answer is lost */
  | "forgets"
  /** it does nothing, and says nothing */
  | "hangs";

/** Calls in memory, behind a network that loses requests and answers. */
export class FaultyStore implements CallStore {
  readonly inner: MemoryCallStore;
  mood: (key: string) => StoreMood = () => "answers";
  /** Keys that were written, in order. */
  readonly written: string[] = [];

  /** @param inner shared by the processes that reach it over different networks */
  constructor(inner = new MemoryCallStore()) {
    this.inner = inner;
  }

  read(key: string): Promise<Uint8Array | undefined> {
    return this.#over(key, () => this.inner.read(key));
  }

  swap(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined): Promise<boolean> {
    return this.#over(key, async () => {
      const isDone = await this.inner.swap(key, expected, value);
      if (isDone) this.written.push(key);
      return isDone;
    });
  }

  async #over<T>(key: string, carryOut: () => Promise<T>): Promise<T> {
    const mood = this.mood(key);
    if (mood === "hangs") return new Promise<T>(() => undefined);
    if (mood === "fails") throw new Error("the store cannot be reached");
    const answer = await carryOut();
    if (mood === "forgets") throw new Error("the answer was lost");
    return answer;
  }
}

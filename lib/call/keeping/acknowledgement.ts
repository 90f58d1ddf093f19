/** No frame. */
const NONE = -1;

/**
 * Up to which frame of the voice gateway may be acknowledged. The voice server forgets those, and a process that goes on with a call that is kept needs all behind
 * what was written last.
 */
export class Acknowledgement {
  readonly #isKept: boolean;
  #newest = NONE;
  #noted = NONE;
  #written = NONE;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  /** @param seq of a frame that was taken; −1: it has none */
  took(seq: number): void {
    if (seq >= 0) this.#newest = seq;
  }

  /** What is written next has all frames until now in it. */
  note(): void {
    this.#noted = this.#newest;
  }

  /** That is written. */
  written(): void {
    this.#written = this.#noted;
  }

  /** Numbers begin anew. */
  newSession(): void {
    this.#newest = this.#noted = this.#written = NONE;
  }

  /** @param seqAck of the newest frame that was taken */
  most(seqAck: number): number {
    return this.#isKept ? this.#written : seqAck;
  }
}

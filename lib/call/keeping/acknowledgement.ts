/** No frame. */
const NONE = -1;

/**
 * Limits which frames of the voice gateway are acknowledged. The voice server forgets those, and a process that goes on with a kept
 * call needs all frames behind the ground that was written last.
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

  /** The next ground has all frames until now in it. */
  note(): void {
    this.#noted = this.#newest;
  }

  /** That ground is written. */
  written(): void {
    this.#written = this.#noted;
  }

  /** Whether frames were taken that the newest ground which is written does not have in it. */
  get isBehind(): boolean {
    return this.#newest !== this.#written;
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

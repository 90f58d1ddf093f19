/** A program that stands still takes no sound: behind so many bytes that wait for it, what comes is lost. A minute or two of one speaker. */
const MIB = 1024 * 1024;
const MOST_WAITING_BYTES = 32 * MIB;

export interface PassedSoundParts {
  /** @param sent is called once, when the bytes wait no longer */
  send(batch: ArrayBuffer, sent: () => void): void;
  warn(message: string): void;
}

/** The sound of the others, on its way to the program. */
export class PassedSound {
  readonly #parts: PassedSoundParts;
  #waitingBytes = 0;
  #isLosing = false;

  constructor(parts: PassedSoundParts) {
    this.#parts = parts;
  }

  pass(batch: ArrayBuffer): void {
    const { byteLength } = batch;
    if (this.#waitingBytes + byteLength > MOST_WAITING_BYTES) return this.#lose();
    this.#waitingBytes += byteLength;
    this.#parts.send(batch, () => {
      this.#waitingBytes -= byteLength;
      if (this.#waitingBytes === 0) this.#isLosing = false;
    });
  }

  /** Says it once, until all that waits was taken. */
  #lose(): void {
    if (!this.#isLosing)
      this.#parts.warn(
        `the program does not take the sound that is received, of which ${String(MOST_WAITING_BYTES / MIB)} MB wait: what comes meanwhile is lost; let its event loop run, or subscribe to fewer users`,
      );
    this.#isLosing = true;
  }
}

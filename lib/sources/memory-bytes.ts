import type { ByteOrigin } from "./byte-origin.js";

/** Bytes of a whole file. */
export class MemoryBytes implements ByteOrigin {
  readonly name = "the source";
  readonly isRepeatable = true;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async *open(): AsyncGenerator<Uint8Array> {
    yield this.#bytes;
  }
}

import type { ByteOrigin } from "./byte-origin.js";

/** Bytes of a whole file. */
export class MemoryBytes implements ByteOrigin {
  readonly name = "the source";
  readonly isRepeatable = true;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  open(): AsyncGenerator<Uint8Array> {
    return this.openAt(0);
  }

  async *openAt(position: number): AsyncGenerator<Uint8Array> {
    yield this.#bytes.subarray(position);
  }

  size(): Promise<number> {
    return Promise.resolve(this.#bytes.length);
  }

  readAt(position: number, size: number): Promise<Uint8Array> {
    return Promise.resolve(this.#bytes.subarray(position, position + size));
  }
}

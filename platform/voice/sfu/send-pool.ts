import { MAX_DATAGRAM } from "./aead.js";

/** More than the kernel takes in one go: a buffer comes round again long after its datagram has left. */
const POOL_SIZE = 1024;

/** Buffers for datagrams on their way out: `send` may keep one until its callback. */
export class SendPool {
  readonly #buffers = Array.from({ length: POOL_SIZE }, () => Buffer.allocUnsafeSlow(MAX_DATAGRAM + 64));
  #next = 0;

  /** A copy of `data` that nobody else writes to for the next {@link POOL_SIZE} datagrams. */
  take(data: Buffer, length: number): Buffer {
    const buffer = this.#buffers[this.#next] ?? Buffer.alloc(length);
    this.#next = (this.#next + 1) % POOL_SIZE;
    data.copy(buffer, 0, 0, length);
    return buffer;
  }
}

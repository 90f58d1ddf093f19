import { MAX_DATAGRAM } from "./aead.js";

/** More than the kernel accepts at once: a buffer is reused long after its datagram was sent. */
const POOL_SIZE = 1024;

/** Buffers for outgoing datagrams: `send` may hold one until its callback. */
export class SendPool {
  readonly #buffers = Array.from({ length: POOL_SIZE }, () => Buffer.allocUnsafeSlow(MAX_DATAGRAM + 64));
  #next = 0;

  /** Copies `data` into a buffer that is not reused for the next {@link POOL_SIZE} datagrams. */
  take(data: Buffer, length: number): Buffer {
    const buffer = this.#buffers[this.#next] ?? Buffer.alloc(length);
    this.#next = (this.#next + 1) % POOL_SIZE;
    data.copy(buffer, 0, 0, length);
    return buffer;
  }
}

import { RpcFrameError } from "./frame-error.js";
import { RPC_HEADER_BYTES } from "./limits.js";

/** One frame as it was received. */
export interface RpcFrame {
  /** any unsigned 32-bit number; see `RpcOpcode` */
  readonly opcode: number;
  /** bytes of its own; {@link rpcText} reads them */
  readonly payload: Uint8Array;
}

const FIRST_CAPACITY = 1024;
/** Capacity up to which an empty reader keeps its array. */
const KEPT_CAPACITY = 131_072;

/**
 * Cuts a stream of bytes into frames, wherever the stream splits or joins them. Give it a chunk with `push()`, then call
 * `next()` until it returns undefined. It stores what was received and no more: at most one incomplete frame and one
 * chunk, whatever length a header announces.
 */
export class RpcFrameReader {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #start = 0;
  #end = 0;
  readonly #limit: number;

  /** @param limit of the other side, bytes: `RPC_PAYLOAD_MAX` for games, `RPC_ANSWER_MAX` for desktop apps */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes received and not yet returned. */
  get pending(): number {
    return this.#end - this.#start;
  }

  /** Takes a copy of the next bytes of the stream. */
  push(chunk: Uint8Array): void {
    this.#makeRoom(chunk.length);
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /**
   * The next complete frame; undefined until more bytes arrive.
   * @throws {RpcFrameError} when a header announces more than the limit, now and at every later call
   */
  next(): RpcFrame | undefined {
    if (this.pending < RPC_HEADER_BYTES) return undefined;
    const header = new DataView(this.#bytes.buffer, this.#start, RPC_HEADER_BYTES);
    const length = header.getUint32(4, true);
    if (length > this.#limit) throw new RpcFrameError(length, this.#limit);
    if (this.pending < RPC_HEADER_BYTES + length) return undefined;
    const opcode = header.getUint32(0, true);
    const from = this.#start + RPC_HEADER_BYTES;
    this.#start = from + length;
    const frame = { opcode, payload: this.#bytes.slice(from, this.#start) };
    this.#release();
    return frame;
  }

  /** A long frame does not keep its memory for the short ones that follow. */
  #release(): void {
    if (this.pending > 0 || this.#bytes.length <= KEPT_CAPACITY) return;
    this.#bytes = new Uint8Array(FIRST_CAPACITY);
    this.#start = 0;
    this.#end = 0;
  }

  /** Moves what is pending to the front, into a larger array if it needs one. */
  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const { pending } = this;
    const needed = pending + length;
    const old = this.#bytes.subarray(this.#start, this.#end);
    if (needed > this.#bytes.length) this.#bytes = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.set(old);
    this.#start = 0;
    this.#end = pending;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A payload as text. @returns undefined when it is not UTF-8 */
export function rpcText(payload: Uint8Array): string | undefined {
  try {
    return UTF8.decode(payload);
  } catch {
    return undefined;
  }
}

import { showType } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";
import type { ByteOrigin, OpenWishes } from "./byte-origin.js";
import { PieceReader } from "./piece-reader.js";

/** A stream of the host's: of Node, of the web, or any iterable of bytes. It is read once. */
export class StreamBytes implements ByteOrigin {
  readonly name = "the stream";
  readonly isRepeatable = false;
  readonly #stream: AsyncIterable<Uint8Array>;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#stream = stream;
  }

  /** It will not be read. */
  drop(): void {
    new PieceReader(this.#stream).close();
  }

  /** @throws {ArgumentError} for a piece that is no bytes */
  async *open({ signal }: OpenWishes): AsyncGenerator<Uint8Array> {
    const pieces = new PieceReader(this.#stream);
    const close = (): void => pieces.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
        yield bytesArgument(next.value);
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  }
}

/** Typed arrays of another realm are not instances of ours. */
function bytesArgument(piece: unknown): Uint8Array {
  if (Object.prototype.toString.call(piece) === "[object Uint8Array]") return piece as Uint8Array;
  throw new ArgumentError("source", "a stream of bytes, such as Buffers", showType(piece));
}

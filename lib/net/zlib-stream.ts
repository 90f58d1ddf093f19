import type { Inflate } from "node:zlib";

export interface InflateListener {
  text(text: string): void;
  /** The stream is invalid; no further call follows. */
  failed(reason: string): void;
}

/** Largest inflated message, bytes: a few compressed bytes can expand to gigabytes. */
const MAX_MESSAGE = 32 * 1024 * 1024;

/** The end of a message: the suffix of a sync flush. */
const FLUSH_SUFFIX = Uint8Array.of(0x00, 0x00, 0xff, 0xff);

/** Inflates the binary frames of a `zlib-stream` socket into messages, in order. */
export class ZlibStream {
  readonly #listener: InflateListener;
  #inflate: Promise<Inflate>;
  #parts: Uint8Array[] = [];
  #length = 0;
  /** the last four bytes: the suffix may arrive in pieces */
  #tail: Buffer = Buffer.alloc(0);
  #over = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(listener: InflateListener) {
    this.#listener = listener;
    this.#inflate = this.#create();
  }

  push(bytes: Uint8Array): void {
    this.#queue = this.#queue.then(() => this.#write(bytes));
  }

  /** Ends the stream; the listener is not called again. */
  stop(): void {
    this.#over = true;
    void this.#inflate.then((inflate) => inflate.destroy());
  }

  async #create(): Promise<Inflate> {
    const zlib = await import("node:zlib");
    const inflate = zlib.createInflate({ flush: zlib.constants.Z_SYNC_FLUSH, chunkSize: 32 * 1024 });
    inflate.on("data", (part: Buffer) => this.#collect(part));
    inflate.on("error", (error) => this.#fail(error.message));
    return inflate;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#over) return;
    const inflate = await this.#inflate;
    await new Promise<void>((resolve) => {
      inflate.once("close", resolve);
      inflate.write(bytes, () => {
        inflate.off("close", resolve);
        resolve();
      });
    });
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-FLUSH_SUFFIX.length)]).subarray(
      -FLUSH_SUFFIX.length,
    );
    if (this.#tail.equals(FLUSH_SUFFIX)) this.#finish();
  }

  #collect(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > MAX_MESSAGE) this.#fail("the message is too large");
  }

  #finish(): void {
    if (this.#over) return;
    const text = Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#length = 0;
    this.#listener.text(text);
  }

  #fail(reason: string): void {
    if (this.#over) return;
    this.stop();
    this.#listener.failed(reason);
  }
}

import type { Inflate } from "node:zlib";
import { reasonOf } from "../protocol/index.js";
import { inflateAtOnce } from "./inflate-at-once.js";

export interface InflateListener {
  text(text: string): void;
  /** The stream is invalid; no further call follows. */
  failed(reason: string): void;
}

/** Largest inflated message, bytes: a few compressed bytes can expand to gigabytes. */
const MAX_MESSAGE = 32 * 1024 * 1024;

/** Longer frames are inflated in Node's pool, where they do not keep the JavaScript thread busy. */
const AT_ONCE_BYTES = 4096;

/** Z_SYNC_FLUSH of node:zlib, which is loaded with the first stream. */
const SYNC_FLUSH = 2;

const TOO_LARGE = "the message is too large";

/** The end of a message: the suffix of a sync flush. */
const FLUSH_SUFFIX = Uint8Array.of(0x00, 0x00, 0xff, 0xff);

/** Inflates the binary frames of a `zlib-stream` socket into messages, in order. */
export class ZlibStream {
  readonly #listener: InflateListener;
  readonly #inflate: Promise<Inflate>;
  /** The inflater, once it is loaded. */
  #engine: Inflate | undefined;
  /** Frames that are inflated in the pool, or wait for that. */
  #waiting = 0;
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
    if (this.#pushedAtOnce(bytes)) return;
    this.#waiting += 1;
    this.#queue = this.#queue.then(() => this.#write(bytes)).finally(() => (this.#waiting -= 1));
  }

  /** Ends the stream; the listener is not called again. */
  stop(): void {
    this.#over = true;
    void this.#inflate.then((inflate) => inflate.destroy());
  }

  async #create(): Promise<Inflate> {
    const zlib = await import("node:zlib");
    const inflate = zlib.createInflate({
      flush: SYNC_FLUSH,
      chunkSize: 32 * 1024,
      // Only what is inflated at once has this limit.
      maxOutputLength: MAX_MESSAGE,
    });
    inflate.on("data", (part: Buffer) => this.#collect(part));
    inflate.on("error", (error) => this.#fail(error.message));
    this.#engine = inflate;
    return inflate;
  }

  /** @returns false when the frame has to wait, or this host has no way to inflate at once */
  #pushedAtOnce(bytes: Uint8Array): boolean {
    const engine = this.#engine;
    if (engine === undefined || this.#waiting > 0 || bytes.length > AT_ONCE_BYTES || this.#over) return false;
    try {
      const part = inflateAtOnce(engine, bytes, SYNC_FLUSH);
      if (part === undefined) return false;
      if (part.length > 0) this.#collect(part);
    } catch (error) {
      const isTooLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
      this.#fail(isTooLarge ? TOO_LARGE : reasonOf(error));
      return true;
    }
    this.#written(bytes);
    return true;
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
    this.#written(bytes);
  }

  #written(bytes: Uint8Array): void {
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-FLUSH_SUFFIX.length)]).subarray(
      -FLUSH_SUFFIX.length,
    );
    if (this.#tail.equals(FLUSH_SUFFIX)) this.#finish();
  }

  #collect(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > MAX_MESSAGE) this.#fail(TOO_LARGE);
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

import { constants, createDeflate, deflateSync, type Deflate } from "node:zlib";

/** Turns gateway messages into WebSocket messages, in order. */
export interface Encoder {
  encode(text: string, deliver: (data: string | Buffer) => void): void;
  /** Runs `action` when everything before it was delivered. */
  whenDrained(action: () => void): void;
  close(): void;
}

/** JSON as text. */
export function plainEncoder(): Encoder {
  return {
    encode: (text, deliver) => deliver(text),
    whenDrained: (action) => action(),
    close: () => undefined,
  };
}

/** From here on payload compression is worth its cost (G§1). */
const PAYLOAD_COMPRESSION_BYTES = 1024;
const ALWAYS_COMPRESSED = /"t":"(?:READY|GUILD_CREATE)"/;

/** `compress: true` of Identify: large messages are zlib frames of their own, small ones stay text. */
export function payloadEncoder(): Encoder {
  return {
    ...plainEncoder(),
    encode: (text, deliver) => {
      const isWorthIt = text.length > PAYLOAD_COMPRESSION_BYTES || ALWAYS_COMPRESSED.test(text);
      deliver(isWorthIt ? deflateSync(text) : text);
    },
  };
}

/** `compress=zlib-stream`: one deflate context per socket, every message flushed so that it ends `00 00 ff ff`. */
export function streamEncoder(): Encoder {
  return new ZlibStreamEncoder();
}

type Job = { text: string; deliver: (data: Buffer) => void } | { action: () => void };

const FLUSH_SUFFIX = Buffer.from([0, 0, 0xff, 0xff]);

class ZlibStreamEncoder implements Encoder {
  readonly #deflate: Deflate = createDeflate();
  readonly #jobs: Job[] = [];
  #chunks: Buffer[] = [];
  #isFlushed = false;
  #current: ((data: Buffer) => void) | undefined;

  constructor() {
    this.#deflate.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#finishWhenComplete();
    });
    // A closed context reports its pending write; nobody waits for it any more.
    this.#deflate.on("error", () => undefined);
  }

  encode(text: string, deliver: (data: Buffer) => void): void {
    this.#jobs.push({ text, deliver });
    this.#next();
  }

  whenDrained(action: () => void): void {
    this.#jobs.push({ action });
    this.#next();
  }

  close(): void {
    this.#jobs.length = 0;
    this.#deflate.destroy();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#jobs.shift();
    if (job === undefined) return;
    if ("action" in job) {
      job.action();
      this.#next();
      return;
    }
    this.#current = job.deliver;
    this.#isFlushed = false;
    this.#deflate.write(job.text);
    this.#deflate.flush(constants.Z_SYNC_FLUSH, () => {
      this.#isFlushed = true;
      this.#finishWhenComplete();
    });
  }

  /** The flush may be reported before its last chunk is. */
  #finishWhenComplete(): void {
    const last = this.#chunks.at(-1);
    if (!this.#isFlushed || last === undefined || this.#current === undefined) return;
    const whole = Buffer.concat(this.#chunks);
    if (!whole.subarray(-4).equals(FLUSH_SUFFIX)) return;
    const deliver = this.#current;
    this.#chunks = [];
    this.#current = undefined;
    deliver(whole);
    this.#next();
  }
}

import { constants, createDeflate, deflateSync } from "node:zlib";
import type { Guard } from "../guard/guard.js";
import { compressAtOnce, type Compressor } from "./compress-at-once.js";

/** Converts gateway messages into WebSocket messages, in order. */
export interface Encoder {
  encode(text: string, deliver: (data: string | Buffer) => void): void;
  /** Length of the messages that wait to be compressed, about in bytes. */
  readonly unsentBytes: number;
  /** Runs `action` once all earlier messages are delivered. */
  whenDrained(action: () => void): void;
  close(): void;
}

/** JSON as text. */
export function plainEncoder(): Encoder {
  return {
    encode: (text, deliver) => deliver(text),
    unsentBytes: 0,
    whenDrained: (action) => action(),
    close: () => undefined,
  };
}

/** Payload compression is worth its cost above this size (G§1). */
const PAYLOAD_COMPRESSION_BYTES = 1024;
const ALWAYS_COMPRESSED = /"t":"(?:READY|GUILD_CREATE)"/;

/** `compress: true` in Identify: each large message is a separate zlib frame; small ones stay text. */
export function payloadEncoder(): Encoder {
  return {
    ...plainEncoder(),
    encode: (text, deliver) => {
      const isWorthIt = text.length > PAYLOAD_COMPRESSION_BYTES || ALWAYS_COMPRESSED.test(text);
      deliver(isWorthIt ? deflateSync(text) : text);
    },
  };
}

/** `compress=zlib-stream`: one deflate context per socket; every message is flushed and ends with `00 00 ff ff`. */
export function streamEncoder(guard: Guard): Encoder {
  const { Z_SYNC_FLUSH: flush } = constants;
  return new FlushingEncoder(createDeflate({ flush }), guard, flush);
}

/** Longer texts are compressed in Node's pool. Handing it a small one takes longer than compressing it. */
const AT_ONCE_LENGTH = 8192;

export type { Compressor };

type Job = { text: string; deliver: (data: Buffer) => void } | { action: () => void };

/** One compressor for all messages of a socket. It flushes each: a flush of its own would be a second task of Node's pool. */
export class FlushingEncoder implements Encoder {
  readonly #compressor: Compressor;
  readonly #jobs: Job[] = [];
  readonly #chunks: Buffer[] = [];
  readonly #guard: Guard;
  readonly #flush: number | undefined;
  #isBusy = false;

  /**
   * @param compressor with a flush mode that makes every write readable and keeps the stream open
   * @param guard of the messages that it delivers later
   * @param flush that mode, when small messages may be compressed at once
   */
  constructor(compressor: Compressor, guard: Guard, flush?: number) {
    this.#compressor = compressor;
    this.#guard = guard;
    this.#flush = flush;
    compressor.on(
      "readable",
      guard.listener("a compressed message", () => this.#take()),
    );
    // A closed compressor reports its pending write as an error; no caller waits for it.
    compressor.on("error", () => undefined);
  }

  encode(text: string, deliver: (data: Buffer) => void): void {
    const isFirst = !this.#isBusy && this.#jobs.length === 0;
    const data = isFirst && text.length <= AT_ONCE_LENGTH ? this.#atOnce(text) : undefined;
    if (data !== undefined) return deliver(data);
    this.#jobs.push({ text, deliver });
    this.#next();
  }

  get unsentBytes(): number {
    return this.#jobs.reduce((sum, job) => sum + ("text" in job ? job.text.length : 0), 0);
  }

  whenDrained(action: () => void): void {
    this.#jobs.push({ action });
    this.#next();
  }

  close(): void {
    this.#jobs.length = 0;
    this.#compressor.destroy();
  }

  #atOnce(text: string): Buffer | undefined {
    if (this.#flush === undefined || this.#compressor.destroyed) return undefined;
    return compressAtOnce(this.#compressor, Buffer.from(text), this.#flush);
  }

  #next(): void {
    while (!this.#isBusy) {
      const job = this.#jobs.shift();
      if (job === undefined) return;
      if ("action" in job) job.action();
      else this.#compress(job.text, job.deliver);
    }
  }

  #compress(text: string, deliver: (data: Buffer) => void): void {
    this.#isBusy = true;
    const compressed = (error: Error | null | undefined): void => {
      this.#isBusy = false;
      if (error != null) return;
      // The compressor has output the whole message; some chunks may still be unread.
      this.#take();
      deliver(Buffer.concat(this.#chunks.splice(0)));
      this.#next();
    };
    this.#compressor.write(text, this.#guard.listener("a compressed message", compressed));
  }

  #take(): void {
    for (let chunk = this.#read(); chunk !== null; chunk = this.#read()) this.#chunks.push(chunk);
  }

  #read(): Buffer | null {
    return this.#compressor.read() as Buffer | null;
  }
}

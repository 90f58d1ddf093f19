import { reasonOf } from "../protocol/index.js";
import { close, closeSync, openSync, write, writeSync } from "node:fs";

/** Bytes that may wait for a slow disk; further lines are dropped, and their number is written. */
const WAITING_MAX = 1 << 20;

/**
 * Appends lines to a file in the background, one batch at a time; {@link close} flushes before it returns. A disk error is
 * reported once and ends the writing; `append` never throws.
 */
export class LogFile {
  readonly #fd: number;
  readonly #failed: (reason: string) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  /** Offset of the next byte: a batch that is written twice goes to the same offset. */
  #position = 0;
  #writing: Buffer | undefined;
  #isClosed = false;

  private constructor(fd: number, failed: (reason: string) => void) {
    this.#fd = fd;
    this.#failed = failed;
  }

  /**
   * Creates the file, or truncates it; only its owner may read it.
   * @param failed called once, later, when the file cannot be written
   * @throws {Error} when it cannot be opened
   */
  static open(path: string, failed: (reason: string) => void): LogFile {
    return new LogFile(openSync(path, "w", 0o600), failed);
  }

  /** Bytes accepted so far. */
  get size(): number {
    return this.#position + (this.#writing?.length ?? 0) + this.#waitingBytes;
  }

  append(line: string): void {
    if (this.#isClosed) return;
    const bytes = Buffer.from(`${line}\n`);
    if (this.#waitingBytes + bytes.length > WAITING_MAX) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#write();
  }

  /** Flushes and closes the file. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      // A batch that is being written is written again: the same bytes to the same offset.
      writeAll(this.#fd, Buffer.concat([this.#writing ?? Buffer.alloc(0), this.#batch()]), this.#position);
    } catch (error) {
      this.#failed(reasonOf(error));
    }
    // While a write is pending, its descriptor must not be reused for another file.
    if (this.#writing === undefined) closeSync(this.#fd);
  }

  #write(): void {
    if (this.#writing !== undefined) return;
    const batch = this.#batch();
    if (batch.length === 0) return;
    this.#writing = batch;
    write(this.#fd, batch, 0, batch.length, this.#position, (error, count) => this.#written(error, count));
  }

  #written(error: Error | null, count: number): void {
    const batch = this.#writing ?? Buffer.alloc(0);
    this.#writing = undefined;
    if (this.#isClosed) return close(this.#fd, () => undefined);
    if (error !== null) return this.#fail(error);
    this.#position += count;
    if (count < batch.length) this.#putBack(batch.subarray(count));
    this.#write();
  }

  #putBack(rest: Buffer): void {
    this.#waiting.unshift(rest);
    this.#waitingBytes += rest.length;
  }

  #fail(error: Error): void {
    this.#isClosed = true;
    close(this.#fd, () => undefined);
    this.#failed(reasonOf(error));
  }

  #batch(): Buffer {
    if (this.#dropped > 0) this.#waiting.push(Buffer.from(`${String(this.#dropped)} lines were dropped\n`));
    const batch = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#dropped = 0;
    return batch;
  }
}

function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

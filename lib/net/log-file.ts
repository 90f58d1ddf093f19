import { reasonOf } from "../protocol/index.js";
import { close, closeSync, openSync, write, writeSync } from "node:fs";

/** Bytes that may wait for a slow disk; what comes beyond is left out, and how much is said. */
const WAITING_MAX = 1 << 20;

/**
 * A file that lines are added to. They are written one batch at a time in the background; {@link close} writes what is
 * left before it returns. Trouble with the disk is told once, ends the writing, and never reaches who adds a line.
 */
export class LogFile {
  readonly #fd: number;
  readonly #failed: (reason: string) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #leftOut = 0;
  /** Where the next byte goes: a batch that is written twice is written to the same place. */
  #position = 0;
  #underWay: Buffer | undefined;
  #isClosed = false;

  private constructor(fd: number, failed: (reason: string) => void) {
    this.#fd = fd;
    this.#failed = failed;
  }

  /**
   * Begins the file anew; only its owner may read it.
   * @param failed called once, later, when it cannot be written to any more
   * @throws {Error} when it cannot be opened
   */
  static open(path: string, failed: (reason: string) => void): LogFile {
    return new LogFile(openSync(path, "w", 0o600), failed);
  }

  /** Bytes taken so far. */
  get size(): number {
    return this.#position + (this.#underWay?.length ?? 0) + this.#waitingBytes;
  }

  append(line: string): void {
    if (this.#isClosed) return;
    const bytes = Buffer.from(`${line}\n`);
    if (this.#waitingBytes + bytes.length > WAITING_MAX) {
      this.#leftOut += 1;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#write();
  }

  /** Writes what is left. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      // The batch under way is written here, too: the same bytes to the same place.
      writeAll(this.#fd, Buffer.concat([this.#underWay ?? Buffer.alloc(0), this.#batch()]), this.#position);
    } catch (error) {
      this.#failed(reasonOf(error));
    }
    // Its number must not become another file's while a write is under way.
    if (this.#underWay === undefined) closeSync(this.#fd);
  }

  #write(): void {
    if (this.#underWay !== undefined) return;
    const batch = this.#batch();
    if (batch.length === 0) return;
    this.#underWay = batch;
    write(this.#fd, batch, 0, batch.length, this.#position, (error, count) => this.#written(error, count));
  }

  #written(error: Error | null, count: number): void {
    const batch = this.#underWay ?? Buffer.alloc(0);
    this.#underWay = undefined;
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
    if (this.#leftOut > 0) this.#waiting.push(Buffer.from(`${String(this.#leftOut)} lines are left out\n`));
    const batch = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#leftOut = 0;
    return batch;
  }
}

function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

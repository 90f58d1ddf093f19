import { fileURLToPath } from "node:url";
import type { ByteOrigin, OpenWishes } from "./byte-origin.js";
import { systemReason, unreadable } from "./source-error.js";

const PIECE_BYTES = 65_536;

/** A file. */
export class FileBytes implements ByteOrigin {
  readonly path: string;
  readonly isRepeatable = true;

  /** @throws {TypeError} for an address of another host */
  constructor(path: string | URL) {
    this.path = typeof path === "string" ? path : fileURLToPath(path);
  }

  get name(): string {
    return `the file ${JSON.stringify(this.path)}`;
  }

  /** @throws {SdkError} SOURCE_UNREADABLE */
  open(wishes: OpenWishes): AsyncGenerator<Uint8Array> {
    return this.openAt(0, wishes);
  }

  /** @throws {SdkError} SOURCE_UNREADABLE */
  async *openAt(start: number, { signal }: OpenWishes): AsyncGenerator<Uint8Array> {
    const { createReadStream } = await import("node:fs");
    const options = { signal, start, highWaterMark: PIECE_BYTES };
    try {
      yield* createReadStream(this.path, options) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw unreadable(this.name, systemReason(error), error);
    }
  }

  /** @returns undefined for a pipe or a device */
  async size(): Promise<number | undefined> {
    const { stat } = await import("node:fs/promises");
    const found = await stat(this.path).catch(() => undefined);
    return found?.isFile() === true ? found.size : undefined;
  }

  /** @throws {SdkError} SOURCE_UNREADABLE */
  async readAt(position: number, size: number): Promise<Uint8Array> {
    const { open } = await import("node:fs/promises");
    try {
      const file = await open(this.path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw unreadable(this.name, systemReason(error), error);
    }
  }
}

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
}

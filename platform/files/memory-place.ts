import { Readable } from "node:stream";
import type { FileContent } from "../domain/records/message/file-content.js";
import type { ByteRange, FilePlace, OpenFile } from "./file-place.js";
import { takeIn } from "./intake.js";

/** Keeps files until the platform stops. */
export class MemoryPlace implements FilePlace {
  /** Portions of a file: one piece of a large file would take long to copy. */
  readonly #files = new Map<string, readonly Buffer[]>();

  async write(source: Readable, claimed: (content: FileContent) => void): Promise<FileContent> {
    const portions: Buffer[] = [];
    const content = await takeIn(source, (portion) => void portions.push(portion));
    claimed(content);
    this.#files.set(content.hash, portions);
    return content;
  }

  open({ hash }: FileContent): Promise<OpenFile | undefined> {
    const portions = this.#files.get(hash);
    return Promise.resolve(
      portions && {
        read: (range) => Readable.from(partOf(portions, range), { objectMode: false }),
        close: () => Promise.resolve(),
      },
    );
  }

  remove(hash: string): Promise<void> {
    this.#files.delete(hash);
    return Promise.resolve();
  }

  async *all(): AsyncGenerator<string> {
    yield* this.#files.keys();
  }
}

function* partOf(portions: readonly Buffer[], { start, end }: ByteRange): Generator<Buffer> {
  let at = 0;
  for (const portion of portions) {
    const part = portion.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (part.length > 0) yield part;
    at += portion.length;
  }
}

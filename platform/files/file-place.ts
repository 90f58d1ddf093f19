import type { Readable } from "node:stream";
import type { FileContent } from "../domain/records/message/file-content.js";

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  readonly start: number;
  /** inclusive */
  readonly end: number;
}

/** The bytes of a file, which can be read even when it is removed meanwhile. */
export interface OpenFile {
  /** The bytes, as fast as they are taken; its end, also an early one, closes the file. Call it once, and not for an empty file. */
  read(range: ByteRange): Readable;
  /** Closes a file that is not read. */
  close(): Promise<void>;
}

/** Where the bytes of files are, each under the SHA-256 of what it holds. */
export interface FilePlace {
  /**
   * Keeps what a stream holds. Once this resolves, no end of the process or of the machine loses it.
   * @param claimed hears what it is before it has its name, so that nobody takes it for something unused
   * @throws what the stream ended with, or the disk; nothing is left then, and the stream is its owner's to end
   */
  write(source: Readable, claimed: (content: FileContent) => void): Promise<FileContent>;
  /** @returns undefined when there is no such file, or one of another size */
  open(content: FileContent): Promise<OpenFile | undefined>;
  /** Removes a file: it has no name once this returns, and takes no space once the promise resolves. */
  remove(hash: string): Promise<void>;
  /** Hashes of everything that is kept; others may come and go meanwhile. */
  all(): AsyncIterable<string>;
}

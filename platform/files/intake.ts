import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FileContent } from "../domain/records/message/file-content.js";

/** Parts of a body come in small pieces; a write of each would cost more than the disk does. */
const PORTION_BYTES = 128 * 1024;

/**
 * Reads a stream to its end, no faster than its bytes are kept.
 * @param keep takes one portion after the other
 * @returns what it was
 * @throws what the stream ended with, or `keep`
 */
export async function takeIn(
  source: Readable,
  keep: (portion: Buffer) => Promise<void> | void,
): Promise<FileContent> {
  const hash = createHash("sha256");
  let size = 0;
  let pieces: Buffer[] = [];
  let waiting = 0;
  const flush = async (): Promise<void> => {
    const portion = Buffer.concat(pieces, waiting);
    [pieces, waiting] = [[], 0];
    hash.update(portion);
    size += portion.length;
    await keep(portion);
  };
  // A stream that ended here would tell its owner of the end before it hears the reason.
  for await (const piece of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    waiting += piece.length;
    if (waiting >= PORTION_BYTES) await flush();
  }
  if (waiting > 0) await flush();
  return { hash: hash.digest("hex"), size };
}

/** Bytes that are in memory, as a stream: others have their turn between its portions. The bytes must not change meanwhile. */
export function streamOf(bytes: Uint8Array): Readable {
  return Readable.from(portionsOf(bytes), { objectMode: false });
}

async function* portionsOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < all.length; at += PORTION_BYTES) {
    yield all.subarray(at, at + PORTION_BYTES);
    await setImmediate();
  }
}

import type { Transform } from "node:stream";
import type { Zlib } from "node:zlib";

/** A stream of `node:zlib`. */
export type Compressor = Transform & Zlib;

/** Parts of these streams that Node does not document. */
interface Inside {
  _handle?: { close?: () => void } | null;
  _processChunk?: (bytes: Uint8Array, flush: number) => Buffer;
}

/**
 * Compresses the next message of a stream on this thread. No write to the stream may be under way.
 * @returns undefined where Node has no such way any more: then write to the stream
 */
export function compressAtOnce(stream: Compressor, bytes: Uint8Array, flush: number): Buffer | undefined {
  const inside = stream as Compressor & Inside;
  const handle = inside._handle;
  if (inside._processChunk === undefined || handle?.close === undefined) return undefined;
  const before = new Set(stream.listeners("error"));
  // It is made for a single text, and would close the stream's engine behind it.
  handle.close = () => undefined;
  try {
    // A copy: the next call writes to the same memory.
    return Buffer.from(inside._processChunk(bytes, flush));
  } finally {
    delete handle.close;
    inside._handle = handle;
    for (const listener of stream.listeners("error"))
      if (!before.has(listener)) stream.off("error", listener as () => void);
  }
}

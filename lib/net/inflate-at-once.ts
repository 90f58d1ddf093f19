import type { Inflate } from "node:zlib";

/** Undocumented internals of Node's zlib; npm's own archives are unpacked with them. */
interface Engine {
  _handle?: { close?: () => void } | null;
  _processChunk?: (bytes: Uint8Array, flush: number) => Buffer;
}

/**
 * Inflates on this thread what continues a stream. Handing a small message to Node's pool takes ten times longer than inflating
 * it, and there is no documented way to do without. No write to the stream may be under way.
 * @returns undefined on hosts where it is not possible: write to the stream there
 * @throws {Error} when the bytes do not continue the stream; it is destroyed, and cannot be used any more
 */
export function inflateAtOnce(stream: Inflate, bytes: Uint8Array, flush: number): Buffer | undefined {
  const engine = stream as Inflate & Engine;
  const handle = engine._handle;
  if (typeof engine._processChunk !== "function" || typeof handle?.close !== "function") return undefined;
  const listeners = stream.listeners("error");
  // The function is made for whole texts, after which it closes the engine.
  handle.close = () => undefined;
  try {
    // Its memory is used again at the next call.
    return Buffer.from(engine._processChunk(bytes, flush));
  } finally {
    delete handle.close;
    engine._handle = handle;
    for (const added of stream.listeners("error"))
      if (!listeners.includes(added)) stream.off("error", added as () => void);
  }
}

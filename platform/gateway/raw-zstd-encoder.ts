import type { Encoder } from "./encoder.js";

// The Zstandard format: RFC 8878 section 3.1.1.

/** Magic number; frame header: no content size, no checksum, no dictionary; window descriptor: exponent 7, mantissa 0. */
const FRAME_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3]);
/** The window of that descriptor, 2^(10 + 7), which no block may exceed. */
const BLOCK_MAX = 1 << 17;
const BLOCK_HEADER_LENGTH = 3;
const RAW_BLOCK = 0;

/**
 * Writes messages as raw blocks of one endless Zstandard frame. This needs no codec, and every decoder accepts it. A message
 * is a whole number of blocks, so that a decoder can read it as soon as it arrives.
 */
export class RawZstdEncoder implements Encoder {
  readonly unsentBytes = 0;
  #hasBegun = false;

  encode(text: string, deliver: (data: Buffer) => void): void {
    const content = Buffer.from(text, "utf8");
    const parts: Buffer[] = this.#hasBegun ? [] : [FRAME_START];
    this.#hasBegun = true;
    for (let at = 0; at < content.length; at += BLOCK_MAX) {
      const block = content.subarray(at, at + BLOCK_MAX);
      parts.push(blockHeader(block.length), block);
    }
    deliver(Buffer.concat(parts));
  }

  whenDrained(action: () => void): void {
    action();
  }

  close(): void {
    // Owns no resources.
  }
}

/** 24 bits, little endian: last-block flag (always 0), two bits of type, 21 of size. */
function blockHeader(size: number): Buffer {
  const header = Buffer.alloc(BLOCK_HEADER_LENGTH);
  header.writeUIntLE((size << 3) | (RAW_BLOCK << 1), 0, BLOCK_HEADER_LENGTH);
  return header;
}

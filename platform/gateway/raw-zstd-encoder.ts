import type { Encoder } from "./encoder.js";

// The Zstandard format: RFC 8878 section 3.1.1.

/** Magic number; frame header: no content size, no checksum, no dictionary; window descriptor: exponent 7, mantissa 0. */
const FRAME_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3]);
/** The window of that descriptor, 2^(10 + 7), which no block may exceed. */
const BLOCK_MAX = 1 << 17;
const BLOCK_HEADER_LENGTH = 3;
const RAW_BLOCK = 0;

/**
 * Messages in one Zstandard frame that never ends, as raw blocks: valid for every decoder, and without a codec. Each message
 * is whole blocks, so that it can be read as soon as it is there.
 */
export class RawZstdEncoder implements Encoder {
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
    // Holds nothing.
  }
}

/** 24 bits, little endian: whether it is the last block (never), two bits of type, 21 of size. */
function blockHeader(size: number): Buffer {
  const header = Buffer.alloc(BLOCK_HEADER_LENGTH);
  header.writeUIntLE((size << 3) | (RAW_BLOCK << 1), 0, BLOCK_HEADER_LENGTH);
  return header;
}

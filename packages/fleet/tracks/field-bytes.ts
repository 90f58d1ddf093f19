import { readModifiedUtf8, writeModifiedUtf8 } from "./modified-utf8.js";
import { TrackEncodingError } from "./track-encoding-error.js";

const LONGEST_TEXT = 0xffff;

/** Reads the fields of an encoded track one after the other, and never beyond its end. */
export class FieldBytes {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** How many bytes are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** @throws {TrackEncodingError} */
  take(field: string, size: number): Buffer {
    if (size > this.left) throw new TrackEncodingError(`the encoded track ends within ${field}`);
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }

  /** @throws {TrackEncodingError} */
  flag(field: string): boolean {
    return this.take(field, 1).readUInt8() !== 0;
  }

  /** A text behind its size in two bytes. @throws {TrackEncodingError} */
  text(field: string): string {
    const size = this.take(field, 2).readUInt16BE();
    const text = readModifiedUtf8(this.take(field, size));
    if (text === undefined) throw new TrackEncodingError(`${field} of the encoded track is no text of Java`);
    return text;
  }

  /** A text behind a byte that says whether there is one. @throws {TrackEncodingError} */
  textOrNull(field: string): string | null {
    return this.flag(field) ? this.text(field) : null;
  }

  /** Milliseconds in eight bytes. @throws {TrackEncodingError} */
  milliseconds(field: string): number {
    const value = this.take(field, 8).readBigInt64BE();
    if (value < 0n) throw new TrackEncodingError(`${field} of the encoded track is negative`);
    return Number(value);
  }
}

/** @throws {RangeError} when the text has more than 65,535 bytes */
export function textField(field: string, text: string): Buffer {
  const bytes = writeModifiedUtf8(text);
  if (bytes.length > LONGEST_TEXT)
    throw new RangeError(`${field}: expected at most 65,535 bytes, received ${String(bytes.length)}`);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return Buffer.concat([size, bytes]);
}

/** @throws {RangeError} when the text has more than 65,535 bytes */
export function textOrNullField(field: string, text: string | null): Buffer {
  return text === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), textField(field, text)]);
}

/** @throws {RangeError} when it is no whole number from 0 on */
export function millisecondsField(field: string, value: number): Buffer {
  if (!Number.isInteger(value) || value < 0)
    throw new RangeError(`${field}: expected whole milliseconds from 0 on, received ${String(value)}`);
  const bytes = Buffer.alloc(8);
  const longest = 2n ** 63n - 1n;
  const exact = BigInt(value);
  bytes.writeBigInt64BE(exact > longest ? longest : exact);
  return bytes;
}

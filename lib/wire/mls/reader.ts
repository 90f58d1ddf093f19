import { MlsDecodeError } from "./decode-error.js";

/** Default limit of a list: far above any voice room, far below any harm. */
export const MLS_LIST_LIMIT = 4096;

/**
 * Walks over MLS bytes (RFC 9420 2.1, RFC 8446 3). Every length is checked against the input before anything is
 * allocated for it. Results are views of the input, so the input must not change afterwards.
 */
export class MlsReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  /** Reads from `start` up to `end`; both count bytes of `bytes`. */
  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    // a plain view: subarrays of a Buffer would be Buffers
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#end = end;
  }

  /** Byte of the input that is read next. */
  get offset(): number {
    return this.#at;
  }

  get isDone(): boolean {
    return this.#at === this.#end;
  }

  u8(): number {
    return this.#byte(this.#advance(1));
  }

  u16(): number {
    const at = this.#advance(2);
    return this.#byte(at) * 0x100 + this.#byte(at + 1);
  }

  u32(): number {
    return this.u16() * 0x1_0000 + this.u16();
  }

  u64(): bigint {
    return (BigInt(this.u32()) << 32n) | BigInt(this.u32());
  }

  raw(length: number): Uint8Array {
    const at = this.#advance(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** `opaque x<V>`: the contents without the header. */
  vector(): Uint8Array {
    return this.raw(this.#vectorLength());
  }

  /** `optional<T>`: one byte 0 or 1, then the value. */
  optional<T>(read: (reader: MlsReader) => T): T | undefined {
    const present = this.u8();
    if (present > 1) throw this.unexpected("0 or 1 before an optional value", 1);
    return present === 1 ? read(this) : undefined;
  }

  /** `T x<V>`: elements until the contents are used up, at most `limit` of them. */
  list<T>(read: (reader: MlsReader) => T, limit = MLS_LIST_LIMIT): T[] {
    const length = this.#vectorLength();
    const start = this.#advance(length);
    const inner = new MlsReader(this.#bytes, start, start + length);
    const elements: T[] = [];
    while (!inner.isDone) {
      if (elements.length === limit) throw inner.unexpected(`at most ${String(limit)} elements`);
      elements.push(read(inner));
    }
    return elements;
  }

  /** The bytes from an earlier {@link offset} up to here. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#at);
  }

  /** Reads the remaining bytes. */
  rest(): Uint8Array {
    return this.raw(this.#end - this.#at);
  }

  /** @throws {MlsDecodeError} when something is left */
  end(): void {
    if (!this.isDone) throw this.unexpected("the end");
  }

  /** The error for what was just read, `back` bytes before the present offset. */
  unexpected(expected: string, back = 0): MlsDecodeError {
    return new MlsDecodeError(expected, this.#at - back);
  }

  /** The shortest header is mandatory and the top bits 11 are invalid (RFC 9420 2.1.2). */
  #vectorLength(): number {
    const first = this.u8();
    const form = first >> 6;
    if (form === 0) return first;
    if (form === 3) throw this.unexpected("a vector header", 1);
    const low = first & 0x3f;
    if (form === 1) return this.#atLeast(64, low * 0x100 + this.u8());
    return this.#atLeast(16_384, low * 0x100_0000 + this.u8() * 0x1_0000 + this.u16());
  }

  #atLeast(minimum: number, length: number): number {
    if (length < minimum) throw this.unexpected("the shortest vector header", minimum === 64 ? 2 : 4);
    return length;
  }

  /** Steps over `length` bytes. @returns where they start */
  #advance(length: number): number {
    const at = this.#at;
    if (length > this.#end - at) throw this.unexpected(`${String(length)} more bytes`);
    this.#at = at + length;
    return at;
  }

  #byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }
}

/** Decodes a whole input: `read` must use it up. */
export function decodeWhole<T>(bytes: Uint8Array, read: (reader: MlsReader) => T): T {
  const reader = new MlsReader(bytes);
  const value = read(reader);
  reader.end();
  return value;
}

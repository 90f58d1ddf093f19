import { FIELD_CONTENT_LIMIT, FIELD_HEAD_BYTES, type Field } from "./field.js";

/** Room for a claim. */
const FIRST_BYTES = 256;
const BYTE = 256;
export const NANOSECONDS_PER_MS = 1e6;
const UTF8 = new TextEncoder();

/**
 * Writes a record, field by field: what a `FieldReader` of this or of another version reads. The addon writes the same
 * bytes. Values may be secret: buffers that were outgrown are wiped.
 */
export class FieldWriter {
  /** Points in time are written as their distance from it: each process has a clock of its own. Milliseconds. */
  readonly nowMs: number;
  #bytes = new Uint8Array(FIRST_BYTES);
  #size = 0;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /**
   * A number without sign, as few bytes as it takes, big endian: 0 is none.
   * @param value 0 to 2^64 − 1; a whole number. Left out when undefined
   */
  number(field: Field, value: bigint | number | undefined): void {
    if (value === undefined) return;
    if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value))
      return this.#safeInteger(field, value);
    const whole = BigInt(value);
    if (whole !== BigInt.asUintN(64, whole))
      throw new RangeError(`${field.name}: expected 0 to 2^64 − 1, received ${String(whole)}`);
    this.#integer(field, whole, bytesOfUnsigned(whole));
  }

  /** A number with sign, in two's complement. @param value −2^63 to 2^63 − 1. Left out when undefined */
  signed(field: Field, value: bigint | undefined): void {
    if (value === undefined) return;
    if (value !== BigInt.asIntN(64, value))
      throw new RangeError(`${field.name}: expected −2^63 to 2^63 − 1, received ${String(value)}`);
    this.#integer(field, value, bytesOfSigned(value));
  }

  flag(field: Field, value: boolean): void {
    this.number(field, value ? 1 : 0);
  }

  /** One of a list, as its place in it: the list only grows at its end. */
  choice<T>(field: Field, choices: readonly T[], value: T): void {
    this.number(field, choices.indexOf(value));
  }

  /** Time left, or past, in nanoseconds. @param atMs of the clock of `nowMs`. Left out when undefined or infinite */
  time(field: Field, atMs: number | undefined): void {
    if (atMs === undefined || !Number.isFinite(atMs)) return;
    this.signed(field, BigInt(Math.round((atMs - this.nowMs) * NANOSECONDS_PER_MS)));
  }

  /** Left out when undefined. */
  bytes(field: Field, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return;
    this.#head(field, bytes.length);
    const at = this.#advance(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** UTF-8. Left out when undefined. */
  text(field: Field, text: string | undefined): void {
    this.bytes(field, text === undefined ? undefined : UTF8.encode(text));
  }

  /** A record as a field; `write` gets this writer. */
  record(field: Field, write: (out: this) => void): void {
    const begin = this.#size;
    this.#head(field, 0);
    write(this);
    this.#writeHead(begin, field, this.#size - begin - FIELD_HEAD_BYTES);
  }

  /** Takes the bytes out: the writer is empty then, and holds no copy. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#size);
    this.#bytes.fill(0, 0, this.#size);
    this.#size = 0;
    return taken;
  }

  /** Nearly all numbers are: without BigInt it takes a tenth of the time. */
  #safeInteger(field: Field, value: number): void {
    let size = 0;
    for (let rest = value; rest >= 1; rest /= BYTE) size += 1;
    this.#head(field, size);
    let at = this.#advance(size) + size;
    for (let rest = value; rest >= 1; rest = Math.floor(rest / BYTE)) this.#bytes[--at] = rest % BYTE;
  }

  #integer(field: Field, value: bigint, size: number): void {
    this.#head(field, size);
    let at = this.#advance(size) + size;
    for (let rest = value, left = size; left > 0; left -= 1, rest >>= 8n)
      this.#bytes[--at] = Number(rest & 0xffn);
  }

  #head(field: Field, size: number): void {
    this.#writeHead(this.#advance(FIELD_HEAD_BYTES), field, size);
  }

  /** @throws {RangeError} when the content is larger than the head can say */
  #writeHead(at: number, { number, name }: Field, size: number): void {
    if (size > FIELD_CONTENT_LIMIT)
      throw new RangeError(
        `${name}: expected at most ${String(FIELD_CONTENT_LIMIT)} bytes, received ${String(size)}`,
      );
    this.#bytes[at] = number;
    this.#bytes[at + 1] = size >>> 16;
    this.#bytes[at + 2] = size >>> 8;
    this.#bytes[at + 3] = size;
  }

  /** Makes room. @returns where it starts */
  #advance(size: number): number {
    const at = this.#size;
    this.#size += size;
    if (this.#size > this.#bytes.length) this.#grow(Math.max(2 * this.#bytes.length, this.#size));
    return at;
  }

  #grow(size: number): void {
    const outgrown = this.#bytes;
    this.#bytes = new Uint8Array(size);
    this.#bytes.set(outgrown);
    outgrown.fill(0);
  }
}

function bytesOfUnsigned(value: bigint): number {
  let size = 0;
  for (let rest = value; rest > 0n; rest >>= 8n) size += 1;
  return size;
}

/** The highest bit that is kept says the sign. */
function bytesOfSigned(value: bigint): number {
  if (value === 0n) return 0;
  let size = 1;
  while (value !== BigInt.asIntN(8 * size, value)) size += 1;
  return size;
}

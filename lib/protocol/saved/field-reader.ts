import { FIELD_HEAD_BYTES, type Field } from "./field.js";
import { NANOSECONDS_PER_MS } from "./field-writer.js";
import { RestoreError } from "./restore-error.js";

/** No deadline is farther away: nanoseconds of a year. */
const FARTHEST = 365n * 24n * 3600n * 1_000_000_000n;
const INTEGER_BYTES = 8;
const U64_MOST = 2n ** 64n - 1n;

/**
 * Reads a record that a `FieldWriter` of this or of another version wrote. Fields come in any order, unknown ones are
 * passed over, of several the first counts. Each reading throws a {@link RestoreError} that names the field. Results
 * are copies, so that the saved bytes may be wiped.
 */
export class FieldReader {
  /** Points in time are read against it. Milliseconds of this process's clock. */
  readonly nowMs: number;
  /** names what is read, for errors */
  readonly record: string;
  readonly #bytes: Uint8Array;

  /** @throws {RestoreError} "damaged" when the bytes are no fields */
  constructor(bytes: Uint8Array, nowMs: number, record: string) {
    // a plain view: of a Buffer, `slice` would be no copy
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.nowMs = nowMs;
    this.record = record;
    this.#scan();
  }

  has(field: Field): boolean {
    return this.#find(field) !== undefined;
  }

  /** Required. @param most up to 2^53 − 1 */
  number(field: Field, most = Number.MAX_SAFE_INTEGER): number {
    return this.#required(field, this.maybeNumber(field, most), "a number");
  }

  maybeNumber(field: Field, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.maybeU64(field, BigInt(most));
    return value === undefined ? undefined : Number(value);
  }

  /** Required. */
  u64(field: Field): bigint {
    return this.#required(field, this.maybeU64(field), "a number");
  }

  maybeU64(field: Field, most = U64_MOST): bigint | undefined {
    const content = this.#find(field);
    return content && this.#unsigned(field, content, most);
  }

  /** Required. */
  signed(field: Field): bigint {
    return this.#required(field, this.maybeSigned(field), "a number");
  }

  maybeSigned(field: Field): bigint | undefined {
    const content = this.#find(field);
    return content && BigInt.asIntN(8 * content.length, this.#unsigned(field, content, U64_MOST));
  }

  /** Required. */
  flag(field: Field): boolean {
    return this.number(field, 1) === 1;
  }

  /** Required. */
  choice<T>(field: Field, choices: readonly T[]): T {
    const choice = choices[this.number(field, choices.length - 1)];
    return choice ?? this.refuse(field, `one of ${String(choices.length)} values`, "another value");
  }

  /** @returns milliseconds of the clock of `nowMs`; undefined: never */
  time(field: Field): number | undefined {
    const left = this.maybeSigned(field);
    if (left === undefined) return undefined;
    if (left > FARTHEST || left < -FARTHEST) this.refuse(field, "a time within a year", "another one");
    return this.nowMs + Number(left) / NANOSECONDS_PER_MS;
  }

  /** Required; a copy. */
  bytes(field: Field): Uint8Array {
    return this.#required(field, this.maybeBytes(field), "bytes");
  }

  /** A copy. */
  maybeBytes(field: Field): Uint8Array | undefined {
    return this.#find(field)?.slice();
  }

  /** Required, of exactly this size; a copy. */
  bytesOf(field: Field, size: number): Uint8Array {
    return this.#required(field, this.maybeBytesOf(field, size), `${String(size)} bytes`);
  }

  /** Of exactly this size; a copy. */
  maybeBytesOf(field: Field, size: number): Uint8Array | undefined {
    const content = this.#find(field);
    if (content === undefined || content.length === size) return content?.slice();
    return this.refuse(field, `${String(size)} bytes`, String(content.length));
  }

  /** Required. */
  text(field: Field): string {
    return this.#required(field, this.maybeText(field), "a text");
  }

  maybeText(field: Field): string | undefined {
    const content = this.#find(field);
    if (content === undefined) return undefined;
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    } catch {
      return this.refuse(field, "a text in UTF-8", "other bytes");
    }
  }

  /** The record in a field. Required. */
  inner(field: Field): FieldReader {
    return this.#required(field, this.maybeInner(field), "a record");
  }

  maybeInner(field: Field): FieldReader | undefined {
    const content = this.#find(field);
    return content && this.#nested(field, content);
  }

  /** `take` gets a reader for each field of this number, in their order. */
  each(field: Field, take: (inner: FieldReader) => void): void {
    this.#forEach((number, content) => {
      if (number === field.number) take(this.#nested(field, content));
      return true;
    });
  }

  /** `take` gets the number in each field of this number, in their order. */
  eachU64(field: Field, take: (value: bigint) => void): void {
    this.#forEach((number, content) => {
      if (number === field.number) take(this.#unsigned(field, content, U64_MOST));
      return true;
    });
  }

  /**
   * The field has a value that the record cannot have.
   * @param received never shows the value of a field
   * @throws {RestoreError} "outOfRange"
   */
  refuse(field: Field, expected: string, received: string, options?: { cause?: unknown }): never {
    throw new RestoreError(
      "outOfRange",
      { record: this.record, field: field.name },
      expected,
      received,
      options,
    );
  }

  #required<T>(field: Field, value: T | undefined, expected: string): T {
    if (value !== undefined) return value;
    throw new RestoreError("missing", { record: this.record, field: field.name }, expected, "nothing");
  }

  #unsigned(field: Field, content: Uint8Array, most: bigint): bigint {
    if (content.length > INTEGER_BYTES)
      this.refuse(field, `at most ${String(INTEGER_BYTES)} bytes`, String(content.length));
    let value = 0n;
    for (const byte of content) value = (value << 8n) | BigInt(byte);
    return value <= most ? value : this.refuse(field, `0 to ${String(most)}`, "another number");
  }

  #find({ number: wanted }: Field): Uint8Array | undefined {
    let found: Uint8Array | undefined;
    this.#forEach((number, content) => {
      if (number === wanted) found = content;
      return found === undefined;
    });
    return found;
  }

  #nested(field: Field, content: Uint8Array): FieldReader {
    return new FieldReader(content, this.nowMs, field.name);
  }

  /** @param take returns whether to go on */
  #forEach(take: (number: number, content: Uint8Array) => boolean): void {
    for (let at = 0; at < this.#bytes.length;) {
      const begin = at + FIELD_HEAD_BYTES;
      const end = this.#endOf(at);
      if (!take(this.#byte(at), this.#bytes.subarray(begin, end))) return;
      at = end;
    }
  }

  #scan(): void {
    let at = 0;
    while (at < this.#bytes.length) at = this.#endOf(at);
    if (at === this.#bytes.length) return;
    const { record } = this;
    throw new RestoreError(
      "damaged",
      { record },
      "whole fields",
      `${String(this.#bytes.length)} other bytes`,
    );
  }

  /** Where the field ends that begins here; behind the bytes when it is cut. */
  #endOf(at: number): number {
    const size = (this.#byte(at + 1) << 16) | (this.#byte(at + 2) << 8) | this.#byte(at + 3);
    return at + FIELD_HEAD_BYTES + size;
  }

  #byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }
}

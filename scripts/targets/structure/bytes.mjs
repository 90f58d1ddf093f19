// Little-endian reads for the readers of object files. Reading outside of the file throws a RangeError.

export class Bytes {
  #view;
  #bytes;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at) {
    return this.#view.getUint8(at);
  }
  u16(at) {
    return this.#view.getUint16(at, true);
  }
  u32(at) {
    return this.#view.getUint32(at, true);
  }
  /** @throws {RangeError} above 2^53 */
  u64(at) {
    const value = this.#view.getBigUint64(at, true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`the number at ${at} is too large`);
    return Number(value);
  }
  /** Characters up to a zero byte. */
  text(at) {
    const end = this.#bytes.indexOf(0, at);
    if (end < 0) throw new RangeError(`the text at ${at} has no end`);
    return Buffer.from(this.#bytes.subarray(at, end)).toString("latin1");
  }
}

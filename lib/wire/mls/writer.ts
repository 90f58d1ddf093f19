/** Pieces of MLS encoding (RFC 9420 2.1): small functions whose results are joined by {@link concatBytes}. */

export const NO_BYTES = new Uint8Array(0);

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function mlsU8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

export function mlsU16(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value);
}

export function mlsU32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

export function mlsU64(value: bigint): Uint8Array {
  return concatBytes(mlsU32(Number((value >> 32n) & 0xffff_ffffn)), mlsU32(Number(value & 0xffff_ffffn)));
}

/**
 * `opaque x<V>`: the shortest header, then the parts.
 * @throws {ArgumentRangeError} from 2^30 bytes on
 */
export function mlsVector(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concatBytes(vectorHeader(length), ...parts);
}

/** `optional<T>`. */
export function mlsOptional(value: Uint8Array | undefined): Uint8Array {
  return value === undefined ? mlsU8(0) : concatBytes(mlsU8(1), value);
}

/** Byte for byte the same; not for secrets. */
export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

function vectorHeader(length: number): Uint8Array {
  if (length < 0x40) return mlsU8(length);
  if (length < 0x4000) return mlsU16(0x4000 | length);
  if (length < 0x4000_0000) return mlsU32((0x8000_0000 | length) >>> 0);
  throw new RangeError(`vector of ${String(length)} bytes`);
}

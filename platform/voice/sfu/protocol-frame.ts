/** What can be told of an end-to-end encrypted frame without its keys (DAVE 1.1.4). */

const MARKER = 0xfa;
const MARKER_LENGTH = 2;
const TAG_LENGTH = 8;
/** Tag, one byte of counter, the size byte and the marker. */
const SHORTEST = 11;
const LONGEST_COUNTER = 10;
/** Bytes with bits below 2^32 in them. */
const COUNTING_BYTES = 5;
const OPUS_SILENCE = Buffer.from("f8fffe", "hex");

/** Ends in the marker of encrypted frames. One in 65536 clear frames does so too. */
export function isMarked(payload: Buffer): boolean {
  const { length } = payload;
  return length >= MARKER_LENGTH && payload[length - 1] === MARKER && payload[length - 2] === MARKER;
}

/** Three bytes that everybody may send in the clear. */
export function isSilence(payload: Buffer): boolean {
  return payload.equals(OPUS_SILENCE);
}

/**
 * The counter in the clear of an encrypted frame: it goes up by one with each frame of an epoch, and begins anew with the
 * next.
 * @returns 32 bits, or undefined when this is no such frame
 */
export function frameCounter(payload: Buffer): number | undefined {
  const size = payload.length < SHORTEST ? 0 : (payload[payload.length - MARKER_LENGTH - 1] ?? 0);
  if (!isMarked(payload) || size < SHORTEST || size > payload.length) return undefined;
  return readCounter(payload, payload.length - size + TAG_LENGTH, payload.length - MARKER_LENGTH - 1);
}

/** ULEB128: seven bits a byte, the least significant first; the low 32 of them count. */
function readCounter(payload: Buffer, start: number, end: number): number | undefined {
  let counter = 0;
  for (let at = start; at < Math.min(end, start + LONGEST_COUNTER); at += 1) {
    const byte = payload[at] ?? 0;
    if (at - start < COUNTING_BYTES) counter += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return counter % 2 ** 32;
  }
  return undefined;
}

/** Reads end-to-end encrypted frames without their keys (DAVE 1.1.4). */

const MARKER = 0xfa;
const MARKER_LENGTH = 2;
const TAG_LENGTH = 8;
/** Tag, one counter byte, size byte and marker. */
const SHORTEST = 11;
const LONGEST_COUNTER = 10;
/** Number of bytes that hold bits below 2^32. */
const COUNTING_BYTES = 5;
const OPUS_SILENCE = Buffer.from("f8fffe", "hex");

/** Whether a frame ends with the marker of encrypted frames. One in 65536 clear frames does so by chance. */
export function isMarked(payload: Buffer): boolean {
  const { length } = payload;
  return length >= MARKER_LENGTH && payload[length - 1] === MARKER && payload[length - 2] === MARKER;
}

/** Whether a frame is Opus silence, three bytes that all clients may send in the clear. */
export function isSilence(payload: Buffer): boolean {
  return payload.equals(OPUS_SILENCE);
}

/**
 * The unencrypted counter of an encrypted frame. It increases by one with each frame of an epoch and restarts with the next
 * epoch.
 * @returns 32 bits, or undefined when this is not an encrypted frame
 */
export function frameCounter(payload: Buffer): number | undefined {
  const size = payload.length < SHORTEST ? 0 : (payload[payload.length - MARKER_LENGTH - 1] ?? 0);
  if (!isMarked(payload) || size < SHORTEST || size > payload.length) return undefined;
  return readCounter(payload, payload.length - size + TAG_LENGTH, payload.length - MARKER_LENGTH - 1);
}

/** ULEB128: seven bits per byte, least significant first; only the low 32 bits are used. */
function readCounter(payload: Buffer, start: number, end: number): number | undefined {
  let counter = 0;
  for (let at = start; at < Math.min(end, start + LONGEST_COUNTER); at += 1) {
    const byte = payload[at] ?? 0;
    if (at - start < COUNTING_BYTES) counter += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return counter % 2 ** 32;
  }
  return undefined;
}

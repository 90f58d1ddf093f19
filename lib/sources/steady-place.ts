import type { SteadySound, StreamPlace } from "../native/index.js";

const RIFF = "RIFF";
const RIFF_SIZE_AT = 4;
const SIZE_BYTES = 4;
/** Writers that do not know it yet write one of these. */
const UNKNOWN_SIZES: ReadonlySet<number> = new Set([0, 0xffffffff]);

/**
 * Where a place of a WAV file is, and a header for what is left from there on.
 * @returns undefined when it has to be read from its beginning: its sizes stand elsewhere, or the place is behind its end
 */
export function steadyPlace(start: Uint8Array, sound: SteadySound, startMs: number): StreamPlace | undefined {
  const { begins, unitBytes, rate } = sound;
  const skipped = Math.floor((startMs * rate) / 1000) * unitBytes;
  // a copy, which slices of Buffers are not
  const head = Uint8Array.from(start.subarray(0, begins));
  if (Buffer.from(head.subarray(0, RIFF.length)).toString("latin1") !== RIFF) return undefined;
  const sizes = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isThere = [RIFF_SIZE_AT, begins - SIZE_BYTES].every((at) => lessen(sizes, at, skipped));
  return isThere ? { head, position: begins + skipped, skipMs: 0 } : undefined;
}

function lessen(sizes: DataView, at: number, bytes: number): boolean {
  const size = sizes.getUint32(at, true);
  if (UNKNOWN_SIZES.has(size)) return true;
  if (size <= bytes) return false;
  sizes.setUint32(at, size - bytes, true);
  return true;
}

/** One block, as a subscriber gets it. */
export type ReceivedBlock = ReceivedPacket | ReceivedSamples | MixedSamples;

/** One block of one user. */
export interface ReceivedAudio<F extends string, D> {
  userId: bigint;
  format: F;
  /** RTP sequence of a packet; otherwise 0 */
  sequence: number;
  /** RTP timestamp of a packet, 48 kHz ticks; otherwise 0 */
  timestamp: number;
  /** an own copy */
  data: D;
}

/** The payload of one packet as received. */
export type ReceivedPacket = ReceivedAudio<"opus", Uint8Array>;
/** 20 ms of a user, 48 kHz, stereo, interleaved, after jitter buffer and decoder. */
export type ReceivedSamples = ReceivedAudio<"pcm", Int16Array>;
/** 20 ms of the mixed output, 48 kHz, stereo, interleaved. `userId` is 0n. */
export type MixedSamples = ReceivedAudio<"mix", Int16Array>;

const FORMATS = ["opus", "pcm", "mix"] as const;

/** A record: its length (64 bits), its head (tag, format, sequence, timestamp, size), its data; padded to a multiple of 8. */
const LENGTH_BYTES = 8;
const HEAD_BYTES = 16;

/**
 * Hands over the records of a batch of `takeReceived`, oldest first. Their data are views of it.
 * @param userOf the user of a tag; records of a tag without one are left out
 */
export function readReceived(
  batch: ArrayBuffer,
  userOf: (tag: number) => bigint | undefined,
  each: (block: ReceivedBlock, tag: number) => void,
): void {
  const view = new DataView(batch);
  for (let at = 0; at < view.byteLength; at += recordBytes(view.getUint32(at, true))) {
    const head = at + LENGTH_BYTES;
    const tag = view.getUint32(head, true);
    const format = FORMATS[view.getUint8(head + 4)];
    const userId = format === "mix" ? 0n : userOf(tag);
    if (format === undefined || userId === undefined) continue;
    const sequence = view.getUint16(head + 6, true);
    const timestamp = view.getUint32(head + 8, true);
    const data = dataOf(batch, format, head + HEAD_BYTES, view.getUint32(head + 12, true));
    each({ userId, format, sequence, timestamp, data } as ReceivedBlock, tag);
  }
}

function recordBytes(length: number): number {
  return LENGTH_BYTES + ((length + 7) & ~7);
}

function dataOf(
  batch: ArrayBuffer,
  format: ReceivedBlock["format"],
  offset: number,
  bytes: number,
): Uint8Array | Int16Array {
  return format === "opus"
    ? new Uint8Array(batch, offset, bytes)
    : new Int16Array(batch, offset, bytes / Int16Array.BYTES_PER_ELEMENT);
}

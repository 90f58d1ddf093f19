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
const MIX = 2;

const BYTES_PER_WORD = 4;
/** The record's length (64 bits) and its head: tag, format and sequence, timestamp, size. */
const LENGTH_WORDS = 2;
const HEAD_WORDS = 4;

/**
 * Hands over the records of a batch of `takeReceived`, oldest first. Their data are views of it.
 * @param userOf the user of a tag; records of a tag without one are left out
 */
export function readReceived(
  batch: ArrayBuffer,
  userOf: (tag: number) => bigint | undefined,
  each: (block: ReceivedBlock, tag: number) => void,
): void {
  const words = new Uint32Array(batch);
  for (let at = 0; at < words.length; at += recordWords(words[at]!)) {
    const head = at + LENGTH_WORDS;
    const tag = words[head]!;
    const format = words[head + 1]! & 0xff;
    const userId = format === MIX ? 0n : userOf(tag);
    if (userId === undefined) continue;
    const data = dataOf(batch, format, (head + HEAD_WORDS) * BYTES_PER_WORD, words[head + 3]!);
    const sequence = words[head + 1]! >>> 16;
    each({ userId, format: FORMATS[format]!, sequence, timestamp: words[head + 2]!, data } as ReceivedBlock, tag);
  }
}

/** Records begin at multiples of 8 bytes. */
function recordWords(length: number): number {
  return LENGTH_WORDS + ((length + 7) >>> 3) * 2;
}

function dataOf(batch: ArrayBuffer, format: number, offset: number, bytes: number): Uint8Array | Int16Array {
  return format === 0
    ? new Uint8Array(batch, offset, bytes)
    : new Int16Array(batch, offset, bytes / Int16Array.BYTES_PER_ELEMENT);
}

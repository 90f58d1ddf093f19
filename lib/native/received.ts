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

const OPUS = 0;
const PCM = 1;
const MIX = 2;

/** Whose sound it is. */
export interface Owner {
  userId: bigint;
}

/** Of the mixed output. */
const NOBODY: Owner = { userId: 0n };

/**
 * A record in 32-bit words, little-endian as all processors that the addon is built for: its length (64 bits), its head (tag,
 * format and sequence, timestamp, size), its data; padded to a multiple of 8 bytes.
 */
const LENGTH_WORDS = 2;
const HEAD_WORDS = 4;
const WORD_BYTES = 4;

/**
 * Hands over the records of a batch of `takeReceived`, oldest first. Their data are views of it.
 * @param ownerOf the user of a tag; records of a tag without one are left out. That of the mixed output is not asked for
 */
export function readReceived<O extends Owner>(
  batch: ArrayBuffer,
  ownerOf: (tag: number) => O | undefined,
  each: (block: ReceivedBlock, owner: O | undefined) => void,
): void {
  const words = new Uint32Array(batch);
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 0; at < words.length; at += LENGTH_WORDS + wordsOf(word(at))) {
    const head = at + LENGTH_WORDS;
    const kind = word(head + 1);
    const format = kind & 0xff;
    const owner = format <= PCM ? ownerOf(word(head)) : undefined;
    if (owner === undefined && format !== MIX) continue;
    const { userId } = owner ?? NOBODY;
    const offset = (head + HEAD_WORDS) * WORD_BYTES;
    const bytes = word(head + 3);
    if (format === OPUS) {
      const data = new Uint8Array(batch, offset, bytes);
      each({ userId, format: "opus", sequence: kind >>> 16, timestamp: word(head + 2), data }, owner);
    } else {
      const data = new Int16Array(batch, offset, bytes / Int16Array.BYTES_PER_ELEMENT);
      each({ userId, format: format === PCM ? "pcm" : "mix", sequence: 0, timestamp: 0, data }, owner);
    }
  }
}

function wordsOf(bytes: number): number {
  return ((bytes + 7) & ~7) / WORD_BYTES;
}

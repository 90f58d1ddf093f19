/** One block, as a subscriber gets it. */
export type ReceivedBlock = ReceivedPacket | ReceivedSamples | MixedSamples;

/** One block of one user. */
export interface ReceivedAudio<F extends string, D> {
  userId: bigint;
  format: F;
  /** RTP sequence of a packet; otherwise 0 */
  sequence: number;
  /** RTP timestamp of a packet, 48 kHz ticks; otherwise 0 */
  rtpTimestamp: number;
  /**
   * When its first sample sounds: 48 kHz ticks since the connection was joined, on one clock for everything that it receives. It
   * goes on over pauses, moves and lost sockets, so blocks can be laid out by it. A packet lies where the fastest packets of its
   * sender arrive: neither its own jitter nor the drift of the sender's clock is in it, so two receivers of one call agree about how
   * their speakers lie to each other. Drift is followed by less than 0.4 % of the sound, or in a pause. Samples of a user lie where
   * their packets do, without the delay of the jitter buffer: where that stretches sound, two blocks are up to 15 ms apart or over each
   * other. The mix has the time at which it plays
   */
  timestamp: number;
  /** an own copy */
  data: D;
}

/** The payload of one packet as received. */
export interface ReceivedPacket extends ReceivedAudio<"opus", Uint8Array> {
  /** of its stream: a user who joins anew has another */
  ssrc: number;
  /** When it came, on the clock of `timestamp`; the difference of the two varies by the jitter of the network */
  arrival: number;
}

/** 20 ms of a user, 48 kHz, stereo, interleaved, after jitter buffer and decoder. */
export type ReceivedSamples = ReceivedAudio<"pcm", Int16Array>;
/** 20 ms of the mixed output, 48 kHz, stereo, interleaved. `userId` is 0n. */
export type MixedSamples = ReceivedAudio<"mix", Int16Array>;

const OPUS = 0;
const PCM = 1;
const MIX = 2;

/** The user whose sound it is. */
export interface Owner {
  userId: bigint;
}

/** Owner of the mixed output. */
const NOBODY: Owner = { userId: 0n };

/**
 * A record in 32-bit words, little-endian as all processors that the addon is built for: its length (64 bits), its head (tag,
 * format and sequence, RTP timestamp, size, time in 64 bits, SSRC, how long after that time it came), its data; padded to a multiple of 8 bytes.
 */
const LENGTH_WORDS = 2;
const HEAD_WORDS = 8;
const WORD_BYTES = 4;
const HIGH_WORD = 2 ** 32;

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
    const timestamp = word(head + 4) + word(head + 5) * HIGH_WORD;
    if (format === OPUS) {
      const data = new Uint8Array(batch, offset, bytes);
      const sequence = kind >>> 16;
      const rtpTimestamp = word(head + 2);
      const arrival = timestamp + (word(head + 7) | 0);
      each(
        { userId, format: "opus", sequence, rtpTimestamp, timestamp, data, ssrc: word(head + 6), arrival },
        owner,
      );
    } else {
      const data = new Int16Array(batch, offset, bytes / Int16Array.BYTES_PER_ELEMENT);
      const name = format === PCM ? "pcm" : "mix";
      each({ userId, format: name, sequence: 0, rtpTimestamp: 0, timestamp, data }, owner);
    }
  }
}

function wordsOf(bytes: number): number {
  return ((bytes + 7) & ~7) / WORD_BYTES;
}

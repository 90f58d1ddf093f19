import type { VoiceMedia } from "../call/index.js";

/** The native queue of one source, and the pieces on the way into it. */
export interface Inlet<T> {
  /** Pieces that are worth handing over together. */
  readonly atOnce: number;
  /** How long the queue, after the last {@link flush}, can be left alone. */
  readonly pauseMs: number;
  /** Puts a piece on the way. */
  put(piece: T): void;
  /** @returns false when the queue is full and something is still on the way */
  flush(): boolean;
}

const LARGEST_PACKET = 1275;
const LENGTH_BYTES = 2;
/** Share of the queued sound that may play before the next turn; the rest covers a thread that is late. */
const PAUSE_SHARE = 0.4;
const LONGEST_PAUSE_MS = 800;

/** Opus packets: handed over packed, many with one call. */
export class OpusInlet implements Inlet<Uint8Array> {
  readonly atOnce = 25;
  readonly #media: VoiceMedia;
  readonly #warn: (message: string) => void;
  #packed = new Uint8Array(4096);
  #start = 0;
  #end = 0;
  #pauseMs = 0;

  constructor(media: VoiceMedia, warn: (message: string) => void) {
    this.#media = media;
    this.#warn = warn;
  }

  get pauseMs(): number {
    return this.#pauseMs;
  }

  put(packet: Uint8Array): void {
    if (!isBytes(packet) || packet.length > LARGEST_PACKET) return this.#skip(1);
    this.#reserve(packet.length + LENGTH_BYTES);
    this.#packed[this.#end] = packet.length & 0xff;
    this.#packed[this.#end + 1] = packet.length >> 8;
    this.#packed.set(packet, this.#end + LENGTH_BYTES);
    this.#end += packet.length + LENGTH_BYTES;
  }

  flush(): boolean {
    // Each turn of a feed begins so.
    if (this.#start === this.#end) return true;
    const { bytes, invalid, queuedMs } = this.#media.writeOpusPackets(
      this.#packed.subarray(this.#start, this.#end),
    );
    this.#start += bytes;
    this.#pauseMs = Math.min(queuedMs * PAUSE_SHARE, LONGEST_PAUSE_MS);
    if (invalid > 0) this.#skip(invalid);
    if (this.#start < this.#end) return false;
    this.#start = this.#end = 0;
    return true;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#packed.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#packed.length));
    larger.set(this.#packed.subarray(0, this.#end));
    this.#packed = larger;
  }

  #skip(count: number): void {
    const pieces = count === 1 ? "a piece that is" : `${String(count)} pieces that are`;
    this.#warn(`skipped ${pieces} not one Opus packet of 1 to ${String(LARGEST_PACKET)} bytes`);
  }
}

function isBytes(piece: unknown): piece is Uint8Array {
  // Those of another realm are no instances of ours.
  return piece instanceof Uint8Array || Object.prototype.toString.call(piece) === "[object Uint8Array]";
}

/** Samples: the queue holds a second of them. */
export class PcmInlet implements Inlet<Int16Array> {
  readonly atOnce = 1;
  readonly pauseMs = 240;
  readonly #media: VoiceMedia;
  readonly #channels: number;
  #rest: Int16Array | undefined;

  constructor(media: VoiceMedia, channels: number) {
    this.#media = media;
    this.#channels = channels;
  }

  put(samples: Int16Array): void {
    this.#rest = samples;
  }

  flush(): boolean {
    if (this.#rest === undefined) return true;
    const taken = this.#media.writePcm(this.#rest) * this.#channels;
    this.#rest = taken < this.#rest.length ? this.#rest.subarray(taken) : undefined;
    return this.#rest === undefined;
  }
}

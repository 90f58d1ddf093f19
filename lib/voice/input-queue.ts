import { ArgumentError } from "../wire/index.js";
import type { SourceTarget } from "./source-target.js";

/** The native queue of one source, and the pieces on the way into it. */
export interface InputQueue<T> {
  /** Pieces that are worth handing over together. */
  readonly atOnce: number;
  /** How long the queue, after the last {@link flush}, can be left alone. */
  readonly pauseMs: number;
  /** Puts a piece on the way. */
  put(piece: T): void;
  /** @returns false when the queue is full and something is still on the way */
  flush(): boolean;
  /** Pieces so far that are nothing to be played. */
  readonly skipped: number;
  /** Samples left at the end of the source that do not complete a frame of all channels. */
  readonly rest: InputRest;
  /** Pieces so far. */
  readonly pieces: number;
  /** What is on the way: a queue of this kind in another process begins with it. */
  readonly onTheWay: Uint8Array;
}

export interface InputRest {
  bytes: number;
  /** sound before it */
  atMs: number;
}

/** A queue goes on where one of another process stopped. */
export interface QueueStart {
  readonly pieces: number;
  readonly onTheWay: Uint8Array;
}

const NO_START: QueueStart = { pieces: 0, onTheWay: new Uint8Array(0) };
const NO_REST: InputRest = { bytes: 0, atMs: 0 };

/** The length of a packet has 16 bits; more than this is no Opus anyway. */
const LONGEST_PACKET = 0xffff;
const NO_PACKET = new Uint8Array(0);
const LENGTH_BYTES = 2;
/** Share of the queued sound that may play before the next turn; the rest covers a thread that is late. */
const PAUSE_SHARE = 0.4;
const LONGEST_PAUSE_MS = 800;
/** The most that is played in a second, samples of 24 bits at 192 kHz, has 1.1 MB: less than the queue of 64 KiB in this time. */
const SHORTEST_BYTE_PAUSE_MS = 50;
/** A second of decoded sound lies behind the queue, also when the rate of a file rises. */
const LONGEST_BYTE_PAUSE_MS = 400;
/** Half of the queue. */
const MUCH_BYTES = 32_768;

/** Opus packets: handed over packed, many with one call. */
export class OpusInputQueue implements InputQueue<Uint8Array> {
  readonly atOnce = 25;
  readonly rest = NO_REST;
  readonly #target: SourceTarget;
  #packed = new Uint8Array(4096);
  #start = 0;
  #end = 0;
  #pauseMs = 0;
  #skipped = 0;
  #pieces: number;

  constructor(target: SourceTarget, { pieces, onTheWay }: QueueStart = NO_START) {
    this.#target = target;
    this.#pieces = pieces;
    this.#reserve(onTheWay.length);
    this.#packed.set(onTheWay);
    this.#end = onTheWay.length;
  }

  get pieces(): number {
    return this.#pieces;
  }

  get onTheWay(): Uint8Array {
    return this.#packed.slice(this.#start, this.#end);
  }

  get pauseMs(): number {
    return this.#pauseMs;
  }

  get skipped(): number {
    return this.#skipped;
  }

  /** Sends an empty packet in place of an invalid one; the native side counts it with the packets that are not Opus. */
  put(piece: Uint8Array): void {
    this.#pieces += 1;
    const packet = isTyped(piece, "Uint8Array") && piece.length <= LONGEST_PACKET ? piece : NO_PACKET;
    this.#reserve(packet.length + LENGTH_BYTES);
    this.#packed[this.#end] = packet.length & 0xff;
    this.#packed[this.#end + 1] = packet.length >> 8;
    this.#packed.set(packet, this.#end + LENGTH_BYTES);
    this.#end += packet.length + LENGTH_BYTES;
  }

  flush(): boolean {
    // Each turn of a feed begins so.
    if (this.#start === this.#end) return true;
    const { bytes, invalid, queuedMs } = this.#target.writeOpusPackets(
      this.#packed.subarray(this.#start, this.#end),
    );
    this.#start += bytes;
    this.#pauseMs = Math.min(queuedMs * PAUSE_SHARE, LONGEST_PAUSE_MS);
    this.#skipped += invalid;
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
}

/** Samples: the queue holds a second of them. Pieces may end anywhere, also within a sample. */
export class PcmInputQueue implements InputQueue<Int16Array | Uint8Array> {
  readonly atOnce = 1;
  readonly pauseMs = 240;
  readonly skipped = 0;
  readonly #target: SourceTarget;
  readonly #channels: number;
  readonly #sampleRate: number;
  #waiting: Int16Array = new Int16Array(0);
  /** the beginning of a sample of all channels, whose end comes with the next piece */
  #begun: Uint8Array = new Uint8Array(0);
  #taken = 0;
  #pieces: number;

  constructor(
    target: SourceTarget,
    { channels, sampleRate }: { channels: number; sampleRate: number },
    { pieces, onTheWay }: QueueStart = NO_START,
  ) {
    this.#target = target;
    this.#channels = channels;
    this.#sampleRate = sampleRate;
    this.#pieces = pieces;
    this.#waiting = this.#join(onTheWay);
  }

  get pieces(): number {
    return this.#pieces;
  }

  get onTheWay(): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#waiting;
    return Buffer.concat([new Uint8Array(buffer, byteOffset, byteLength), this.#begun]);
  }

  get rest(): InputRest {
    return { bytes: this.#begun.length, atMs: (this.#taken / this.#sampleRate) * 1000 };
  }

  /** @throws {ArgumentError} when it is neither samples nor their bytes */
  put(piece: Int16Array | Uint8Array): void {
    this.#pieces += 1;
    const isSamples = isTyped<Int16Array>(piece, "Int16Array");
    if (!isSamples && !isTyped<Uint8Array>(piece, "Uint8Array"))
      throw new ArgumentError("source.samples", "pieces that are an Int16Array or a Buffer", kindOf(piece));
    const isWhole = isSamples && this.#begun.length === 0 && piece.length % this.#channels === 0;
    this.#waiting = isWhole ? piece : this.#join(piece);
  }

  flush(): boolean {
    if (this.#waiting.length === 0) return true;
    const taken = this.#target.writePcm(this.#waiting);
    this.#taken += taken;
    this.#waiting = this.#waiting.subarray(taken * this.#channels);
    return this.#waiting.length === 0;
  }

  /** Joins the buffered rest and this piece up to the last complete frame; the remainder begins the next piece. */
  #join(piece: Int16Array | Uint8Array): Int16Array {
    const frameBytes = this.#channels * Int16Array.BYTES_PER_ELEMENT;
    const bytes = new Uint8Array(this.#begun.length + piece.byteLength);
    bytes.set(this.#begun);
    bytes.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), this.#begun.length);
    const whole = bytes.length - (bytes.length % frameBytes);
    this.#begun = bytes.slice(whole);
    return new Int16Array(bytes.buffer, 0, whole / Int16Array.BYTES_PER_ELEMENT);
  }
}

/** Bytes of a container: the ring holds 64 KiB of them, and behind it there is sound for a second and more. */
export class ByteInputQueue implements InputQueue<Uint8Array> {
  readonly atOnce = 1;
  readonly skipped = 0;
  readonly rest = NO_REST;
  /** Another process reads the source itself, at its position. */
  readonly pieces = 0;
  readonly onTheWay = NO_START.onTheWay;
  readonly #target: SourceTarget;
  #waiting: Uint8Array = new Uint8Array(0);
  /** since the last pause; the first one is short, as nothing is known yet */
  #taken = Infinity;
  #pauseMs = SHORTEST_BYTE_PAUSE_MS;

  constructor(target: SourceTarget) {
    this.#target = target;
  }

  /** Grows while little is taken in a pause: a packet of Opus needs a fiftieth of the bytes of its samples. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  put(piece: Uint8Array): void {
    this.#waiting = piece;
  }

  flush(): boolean {
    if (this.#waiting.length > 0) {
      const taken = this.#target.writeBytes(this.#waiting);
      this.#taken += taken;
      this.#waiting = this.#waiting.subarray(taken);
    }
    if (this.#waiting.length === 0) return true;
    this.#adapt();
    return false;
  }

  /** The queue is full, as it was before the last pause. */
  #adapt(): void {
    if (this.#taken > MUCH_BYTES) this.#pauseMs = SHORTEST_BYTE_PAUSE_MS;
    else if (this.#taken < MUCH_BYTES / 2) this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_BYTE_PAUSE_MS);
    this.#taken = 0;
  }
}

/** Typed arrays of another realm are not instances of ours. */
function isTyped<T extends Int16Array | Uint8Array>(piece: unknown, name: string): piece is T {
  return kindOf(piece) === name;
}

function kindOf(piece: unknown): string {
  return Object.prototype.toString.call(piece).slice("[object ".length, -1);
}

import type { Cancel, Clock } from "sdkpp/voice";
import type { LinkCipher } from "./link-cipher.js";

/** Well below what a NATS server takes in one message (1 MiB). */
const CHUNK_BYTES = 64 * 1024;
/** Chunks that are under way at once: 256 KiB. */
const WINDOW = 4;
/** Small chunks that are under way at once. */
const SMALL_WINDOW = 1024;
const WINDOW_BYTES = WINDOW * CHUNK_BYTES;
/** What waits to be sent. Behind it the other side takes nothing, and the link is given up. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
/** A message of the other side in pieces. */
const LONGEST_MESSAGE_BYTES = 64 * 1024 * 1024;
const ACK_MS = 20;
const ACK_FRAMES = 64;
/** Without an answer the oldest chunks are sent again. */
const AGAIN_MS = 300;
/** So long without a frame of the other side gives the link up, milliseconds: leases are over by then. */
const SILENCE_MS = 5000;
/** So often a side says that it is there. */
const ALIVE_MS = 1000;
/** Where more of a message follows, and where it ends. */
const [MORE, LAST] = [0, 1];
const NUMBER_BYTES = 6;

export interface LinkParts {
  readonly cipher: LinkCipher;
  readonly clock: Clock;
  /** may be lost, and may come twice or in another order */
  readonly transmit: (frame: Uint8Array) => void;
  readonly deliver: (message: Uint8Array) => void;
  /** Once: why nothing more goes through, in words. */
  readonly failed: (reason: string) => void;
}

interface Chunk {
  readonly number: number;
  readonly frame: Uint8Array;
}

/**
 * Messages over a network that may lose some: each comes once, in order, sealed, or the link fails. NATS drops what was sent while a server
 * restarts, and what a slow receiver does not take.
 */
export class Link {
  readonly #parts: LinkParts;
  /** Sent or to be sent, and not acknowledged. */
  #chunks: Chunk[] = [];
  #waitingBytes = 0;
  /** Of {@link #chunks}: sent at least once. */
  #underWay = 0;
  #nextNumber = 0;
  #acks = 0;
  #expected = 0;
  #unacknowledged = 0;
  #pieces: Uint8Array[] = [];
  #piecesBytes = 0;
  #heardMs: number;
  #cancelAgain: Cancel | undefined;
  #cancelAck: Cancel | undefined;
  #cancelAlive: Cancel;
  #isOver = false;
  #whenEmpty: (() => void) | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#heardMs = parts.clock.now();
    this.#cancelAlive = this.#planAlive();
  }

  send(message: Uint8Array): void {
    if (this.#isOver) return;
    for (let from = 0; from === 0 || from < message.length; from += CHUNK_BYTES) {
      const isLast = from + CHUNK_BYTES >= message.length;
      this.#add(
        Buffer.concat([Uint8Array.of(isLast ? LAST : MORE), message.subarray(from, from + CHUNK_BYTES)]),
      );
    }
    if (this.#waitingBytes > MOST_WAITING_BYTES)
      return this.#fail(
        "more than 64 MiB wait to be sent: play long files by an address, from a media folder of the worker, or as a stream",
      );
    this.#transmit();
  }

  /** A frame of the network. What is not authentic changes nothing. */
  receive(frame: Uint8Array): void {
    const opened = this.#isOver ? undefined : this.#parts.cipher.open(frame);
    if (opened === undefined) return;
    this.#heardMs = this.#parts.clock.now();
    if (opened.kind === "data") this.#data(opened.number, opened.body);
    else this.#acknowledged(opened.body);
  }

  /** Ends it when what was sent has arrived, or after a while. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        cancel();
        this.end();
        resolve();
      };
      const cancel = this.#parts.clock.schedule(2 * AGAIN_MS, over);
      this.#whenEmpty = over;
      if (this.#chunks.length === 0 || this.#isOver) over();
    });
  }

  /** Nothing is sent or delivered any more. Idempotent. */
  end(): void {
    this.#isOver = true;
    this.#cancelAgain?.();
    this.#cancelAck?.();
    this.#cancelAlive();
    this.#chunks = [];
  }

  #add(body: Uint8Array): void {
    const number = this.#nextNumber++;
    const frame = this.#parts.cipher.seal("data", number, body);
    this.#chunks.push({ number, frame });
    this.#waitingBytes += frame.length;
  }

  #transmit(): void {
    let bytes = 0;
    for (let at = 0; at < this.#chunks.length && at < SMALL_WINDOW; at += 1) {
      const { frame } = this.#chunks[at] as Chunk;
      bytes += frame.length;
      if (at > 0 && bytes > WINDOW_BYTES) break;
      if (at < this.#underWay) continue;
      this.#parts.transmit(frame);
      this.#underWay = at + 1;
    }
    if (this.#chunks.length > 0) this.#cancelAgain ??= this.#planAgain();
  }

  /** An acknowledgement says that this side is there. The other one may have gone without a word. */
  #planAlive(): Cancel {
    return this.#parts.clock.schedule(ALIVE_MS, () => {
      if (this.#parts.clock.now() - this.#heardMs > SILENCE_MS) return this.#fail("the other side is silent");
      this.#acknowledge();
      this.#cancelAlive = this.#planAlive();
    });
  }

  #planAgain(): Cancel {
    return this.#parts.clock.schedule(AGAIN_MS, () => {
      this.#cancelAgain = undefined;
      this.#underWay = 0;
      this.#transmit();
    });
  }

  #acknowledged(body: Uint8Array): void {
    if (body.length !== NUMBER_BYTES) return;
    const expected = Buffer.from(body).readUIntBE(0, NUMBER_BYTES);
    const gone = this.#chunks.findIndex(({ number }) => number >= expected);
    const count = gone === -1 ? this.#chunks.length : gone;
    if (count === 0) return;
    for (const { frame } of this.#chunks.splice(0, count)) this.#waitingBytes -= frame.length;
    this.#underWay = Math.max(0, this.#underWay - count);
    this.#cancelAgain?.();
    this.#cancelAgain = undefined;
    if (this.#chunks.length === 0) this.#whenEmpty?.();
    this.#transmit();
  }

  #data(number: number, body: Uint8Array): void {
    const isNext = number === this.#expected;
    if (isNext) {
      this.#expected += 1;
      this.#unacknowledged += 1;
      this.#take(body);
    }
    if (this.#isOver) return;
    if (this.#unacknowledged >= ACK_FRAMES) this.#acknowledge();
    else this.#cancelAck ??= this.#parts.clock.schedule(ACK_MS, () => this.#acknowledge());
  }

  #take(body: Uint8Array): void {
    this.#pieces.push(body.subarray(1));
    this.#piecesBytes += body.length;
    if (this.#piecesBytes > LONGEST_MESSAGE_BYTES)
      return this.#fail("a message of the other side is too long");
    if (body[0] !== LAST) return;
    const message = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#piecesBytes = 0;
    this.#parts.deliver(message);
  }

  #acknowledge(): void {
    this.#cancelAck?.();
    this.#cancelAck = undefined;
    this.#unacknowledged = 0;
    const body = Buffer.alloc(NUMBER_BYTES);
    body.writeUIntBE(this.#expected, 0, NUMBER_BYTES);
    this.#parts.transmit(this.#parts.cipher.seal("ack", this.#acks++, body));
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.end();
    this.#parts.failed(reason);
  }
}

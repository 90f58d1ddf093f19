import { showType } from "../../protocol/index.js";
import { PieceReader } from "../../sources/index.js";
import { ArgumentError, opusPacketSamples } from "../../wire/index.js";
import { sendError, type SentError } from "../../hosting/index.js";
import type { Piece, PieceStart, SentPieces } from "../process/messages.js";
import type { Pieces } from "../source.js";

const OPUS_SAMPLES_A_MS = 48;
const BYTES_A_SAMPLE = 2;

/** Places in a source are counted in samples of Opus, or in bytes of samples, whose pieces may end anywhere. */
function sizeOf(piece: Piece, { type }: SentPieces): number {
  return type === "pcm" ? piece.byteLength : opusPacketSamples(piece as Uint8Array);
}

/** The place of the first sample at or behind a time. */
function placeOf(ms: number, form: SentPieces): number {
  if (form.type === "opus") return ms * OPUS_SAMPLES_A_MS;
  return Math.round((ms * form.sampleRate) / 1000) * form.channels * BYTES_A_SAMPLE;
}

function assertPiece(piece: unknown, { type }: SentPieces): asserts piece is Piece {
  if (piece instanceof Uint8Array || (type === "pcm" && piece instanceof Int16Array)) return;
  const [name, expected] =
    type === "opus"
      ? ["source.packets", "a Uint8Array for each packet"]
      : ["source.samples", "Int16Array or Uint8Array"];
  throw new ArgumentError(name, expected, showType(piece));
}

export interface PieceLogParts {
  send(pieces: readonly Piece[]): void;
  /** no further pieces; `error`: what the source threw */
  end(error: SentError | undefined): void;
}

interface Logged {
  readonly piece: Piece;
  /** counts the pieces of the source */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The pieces of a source of this process, on their way to a voice process. Those that may not have been played yet are kept: a process that
 * goes on with the call asks for them again.
 */
export class PieceLog {
  readonly #form: SentPieces;
  readonly #parts: PieceLogParts;
  readonly #stream: PieceReader<Piece> | undefined;
  readonly #list: Iterator<Piece> | undefined;
  #kept: Logged[] = [];
  #wanted = 0;
  /** Whether the present process has asked for some: what comes before belongs behind what it asks for. */
  #isAsked = false;
  #isReading = false;
  #end: { readonly error?: SentError } | undefined;
  /** Where the pieces begin that were not read yet. */
  #next = 0;
  /** Nothing in front of this place is asked for, */
  #from = 0;
  /** nor in front of this piece. */
  #fromPiece = 0;
  /** The piece that was sent first since a place was asked for: processes that hand the source over count from there. */
  #first: number | undefined;
  #pieces = 0;

  /** @throws Error when somebody else reads the stream already */
  constructor(pieces: Pieces<Piece>, form: SentPieces, parts: PieceLogParts) {
    this.#form = form;
    this.#parts = parts;
    if (Symbol.iterator in pieces) this.#list = pieces[Symbol.iterator]();
    else this.#stream = new PieceReader(pieces);
  }

  /** So many more. @param from another process asks, from here on */
  wants(count: number, from?: PieceStart): void {
    this.#isAsked = true;
    this.#wanted = (from === undefined ? this.#wanted : 0) + count;
    if (from !== undefined) this.#again(from);
    void this.#read();
  }

  /** The process has ended: the next one asks itself. */
  lost(): void {
    this.#isAsked = false;
    this.#wanted = 0;
  }

  /** All in front of it was played. */
  played(positionMs: number): void {
    const place = placeOf(positionMs, this.#form);
    this.#kept = this.#kept.filter(({ end }) => end > place);
  }

  /** Ends the source. */
  close(): void {
    this.#kept = [];
    if (this.#end !== undefined) return;
    this.#end = {};
    this.#stream?.close();
    this.#list?.return?.();
  }

  #again(from: PieceStart): void {
    if ("ms" in from) {
      this.#from = placeOf(from.ms, this.#form);
      this.#fromPiece = 0;
      this.#first = undefined;
    } else this.#fromPiece = (this.#first ?? 0) + from.taken;
    this.#send(this.#kept.flatMap((one) => this.#behindStart(one)));
    if (this.#end !== undefined) this.#parts.end(this.#end.error);
  }

  /** The part of a piece that is asked for. */
  #behindStart({ piece, number, start, end }: Logged): Piece[] {
    if (number < this.#fromPiece) return [];
    const rest = this.#restOf(piece, start, end);
    if (rest.length > 0) this.#first ??= number;
    return rest;
  }

  /** A packet is sent whole, or, when half of it or more is in front, not at all. */
  #restOf(piece: Piece, start: number, end: number): Piece[] {
    if (this.#form.type === "opus") return (start + end) / 2 > this.#from || start === end ? [piece] : [];
    const bytes = Math.max(0, this.#from - start);
    if (bytes >= end - start && bytes > 0) return [];
    return [piece instanceof Int16Array ? piece.subarray(bytes / BYTES_A_SAMPLE) : piece.subarray(bytes)];
  }

  #send(pieces: readonly Piece[]): void {
    if (!this.#isAsked) return;
    this.#wanted -= pieces.length;
    if (pieces.length > 0) this.#parts.send(pieces);
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#wanted > 0 && this.#end === undefined)
        if (this.#stream === undefined) this.#takeAll();
        else this.#put([await this.#stream.next()]);
    } catch (error) {
      this.#finish({ error: sendError(error) });
    } finally {
      this.#isReading = false;
    }
  }

  /** Those that are there without waiting. */
  #takeAll(): void {
    const taken: IteratorResult<Piece>[] = [];
    try {
      while (taken.length < this.#wanted && taken.at(-1)?.done !== true)
        taken.push(this.#list?.next() ?? { done: true, value: undefined });
    } finally {
      this.#put(taken);
    }
  }

  #put(taken: readonly IteratorResult<Piece>[]): void {
    if (this.#end !== undefined) return;
    const fresh: Piece[] = [];
    for (const { done, value } of taken) {
      if (done === true) break;
      assertPiece(value, this.#form);
      const end = this.#next + sizeOf(value, this.#form);
      const one = { piece: value, number: this.#pieces, start: this.#next, end };
      this.#pieces += 1;
      this.#next = end;
      this.#kept.push(one);
      fresh.push(...this.#behindStart(one));
    }
    this.#send(fresh);
    if (taken.at(-1)?.done === true) this.#finish({});
  }

  #finish(end: { error?: SentError }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    if (this.#isAsked) this.#parts.end(end.error);
  }
}

import type { AudioSource } from "../source.js";
import type { Piece, PieceStart, SentPieces } from "./messages.js";

/** Most that are asked for at once; the next ones when half of them have come. */
const MOST_PIECES = 50;
const FEWEST_PIECES = 2;
/** Of large pieces fewer are asked for: together some such number of bytes, a second of sound. */
const BYTES = 192_000;

/** The pieces of a source that another process reads, in order. */
export class PieceStream<T extends Piece> implements AsyncIterable<T> {
  readonly #ask: (pieces: number) => void;
  readonly #pieces: T[] = [];
  #atOnce = MOST_PIECES;
  #asked = 0;
  #end: { readonly error?: Error } | undefined;
  #wake: () => void = () => undefined;

  /** @param ask for so many more pieces */
  constructor(ask: (pieces: number) => void) {
    this.#ask = ask;
  }

  put(pieces: readonly T[]): void {
    this.#pieces.push(...pieces);
    this.#asked -= pieces.length;
    const bytes = pieces.at(-1)?.byteLength ?? 0;
    this.#atOnce = Math.max(FEWEST_PIECES, Math.min(MOST_PIECES, Math.floor(BYTES / Math.max(1, bytes))));
    this.#wake();
  }

  end(error?: Error): void {
    this.#end = error === undefined ? {} : { error };
    this.#wake();
  }

  /** Rejects with what the source threw. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      this.#askForMore();
      const piece = this.#pieces.shift();
      if (piece !== undefined) yield piece;
      else if (this.#end === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if (this.#end.error !== undefined) throw this.#end.error;
      else return;
    }
  }

  #askForMore(): void {
    if (this.#end !== undefined || this.#pieces.length + this.#asked > this.#atOnce / 2) return;
    const count = this.#atOnce - this.#pieces.length - this.#asked;
    this.#asked += count;
    this.#ask(count);
  }
}

/** A source of which the pieces come from another process. */
export interface StreamedSource {
  readonly source: AudioSource;
  readonly pieces: PieceStream<Piece>;
}

/** @param wants asks for so many pieces more; the first time from `start` on */
export function streamedSource(
  form: SentPieces,
  start: PieceStart,
  wants: (pieces: number, from: PieceStart | undefined) => void,
): StreamedSource {
  let from: PieceStart | undefined = start;
  const pieces = new PieceStream<never>((count) => {
    wants(count, from);
    from = undefined;
  });
  const source: AudioSource =
    form.type === "opus" ? { type: "opus", packets: pieces } : { ...form, samples: pieces };
  return { source, pieces };
}

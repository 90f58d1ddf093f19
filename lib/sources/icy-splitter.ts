/** A block of names in a stream: a length in sixteens, and text. */
const LENGTH_UNIT = 16;
const TITLE = /StreamTitle='(.*?)';(?:Stream|\0|$)/s;
const CONTROL = /\p{Cc}+/gu;

/**
 * Takes the names of songs out of an internet radio's stream, which stand in it after every so many bytes of sound (header
 * `icy-metaint`). What it holds is bounded by the length that one byte can say, 4,080 bytes.
 */
export class IcySplitter {
  readonly #every: number;
  readonly #titled: (title: string) => void;
  #untilBlock: number;
  #block: Uint8Array | undefined;
  #filled = 0;

  /** @param every bytes of sound between two blocks, 1 at least */
  constructor(every: number, titled: (title: string) => void) {
    this.#every = every;
    this.#untilBlock = every;
    this.#titled = titled;
  }

  /** @returns the sound in a piece */
  *split(piece: Uint8Array): Generator<Uint8Array> {
    let rest = piece;
    while (rest.length > 0) {
      if (this.#block !== undefined) rest = this.#fill(this.#block, rest);
      else if (this.#untilBlock === 0) rest = this.#begin(rest);
      else {
        const sound = rest.subarray(0, this.#untilBlock);
        this.#untilBlock -= sound.length;
        rest = rest.subarray(sound.length);
        yield sound;
      }
    }
  }

  #begin(rest: Uint8Array): Uint8Array {
    this.#block = new Uint8Array((rest[0] ?? 0) * LENGTH_UNIT);
    this.#filled = 0;
    return this.#fill(this.#block, rest.subarray(1));
  }

  #fill(block: Uint8Array, rest: Uint8Array): Uint8Array {
    const more = rest.subarray(0, block.length - this.#filled);
    block.set(more, this.#filled);
    this.#filled += more.length;
    if (this.#filled === block.length) this.#end(block);
    return rest.subarray(more.length);
  }

  #end(block: Uint8Array): void {
    this.#block = undefined;
    this.#untilBlock = this.#every;
    const title = TITLE.exec(textOf(block))?.[1]?.replace(CONTROL, " ").trim();
    if (title !== undefined) this.#titled(title);
  }
}

/** Stations write UTF-8, and older ones Latin-1. */
function textOf(block: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(block);
  } catch {
    return new TextDecoder("latin1").decode(block);
  }
}

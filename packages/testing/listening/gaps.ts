/** A packet of somebody's sound that a key has opened. */
export interface Arrival {
  /** when it came, milliseconds on the clock of its call */
  readonly atMs: number;
  /** of the sound in it, bytes of Opus */
  readonly size: number;
  /** of the sound in it, milliseconds */
  readonly lengthMs: number;
}

/** The pauses between packets that nobody meant. */
export interface Gaps {
  /** times in the middle of sound in which no packet came for more than 20 ms longer than the one before lasts */
  readonly count: number;
  /** milliseconds; 0: there was none */
  readonly longestMs: number;
}

/** The jitter buffer conceals a packet that is so late; more is heard. */
const LATE_MS = 20;
/** Frames of silence, which announce a pause, and those of an encoder that leaves silence out (DTX) have no more bytes. */
const SILENCE_BYTES = 3;

/** Finds the gaps between packets as they come. A pause after silence is none. */
export class GapCounter {
  #last: Arrival | undefined;
  #count = 0;
  #longestMs = 0;

  push(arrival: Arrival): void {
    const last = this.#last;
    this.#last = arrival;
    if (last === undefined || last.size <= SILENCE_BYTES) return;
    const gapMs = arrival.atMs - last.atMs;
    if (gapMs <= last.lengthMs + LATE_MS) return;
    this.#count += 1;
    this.#longestMs = Math.max(this.#longestMs, gapMs);
  }

  get gaps(): Gaps {
    return { count: this.#count, longestMs: this.#longestMs };
  }
}

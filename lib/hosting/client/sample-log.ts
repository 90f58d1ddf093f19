/** So much of it waits to be played at most, milliseconds: as much as the queue of the engine holds. */
const MOST_MS = 1000;
const MS_PER_S = 1000;

/** Samples on their way to a voice process. Those that may not have been played yet are kept for the next one. */
export class SampleLog {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  #pieces: Int16Array[] = [];
  /** samples per channel, from the beginning of the source */
  #written = 0;
  #played = 0;
  /** where the first piece begins */
  #first = 0;

  constructor(sampleRate: number, channels: 1 | 2) {
    this.sampleRate = sampleRate;
    this.channels = channels;
  }

  /** Takes as many as there is room for. @returns a copy of those */
  write(samples: Int16Array): Int16Array {
    const waiting = this.#written - this.#played;
    const room = Math.max(0, Math.floor((this.sampleRate * MOST_MS) / MS_PER_S) - waiting);
    const count = Math.min(room, Math.floor(samples.length / this.channels));
    const taken = samples.slice(0, count * this.channels);
    if (count > 0) this.#pieces.push(taken);
    this.#written += count;
    return taken;
  }

  /** So much was played. */
  played(positionMs: number): void {
    const played = Math.floor((positionMs * this.sampleRate) / MS_PER_S);
    this.#played = Math.min(Math.max(played, this.#played), this.#written);
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      const end = this.#first + piece.length / this.channels;
      if (end > this.#played) return;
      this.#first = end;
      this.#pieces.shift();
    }
  }

  /** Those that may not have been played, and where the first of them is, milliseconds. */
  get kept(): { readonly fromMs: number; readonly pieces: readonly Int16Array[] } {
    const fromMs = (this.#played * MS_PER_S) / this.sampleRate;
    const [first, ...rest] = this.#pieces;
    if (first === undefined) return { fromMs, pieces: [] };
    return { fromMs, pieces: [first.subarray((this.#played - this.#first) * this.channels), ...rest] };
  }

  /** Whether some of it waits to be played. */
  get isWaiting(): boolean {
    return this.#written > this.#played;
  }
}

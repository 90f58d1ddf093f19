/** Counters further behind the newest one than this are rejected. */
export const REPLAY_WINDOW = 1024;
const WORDS = REPLAY_WINDOW / 32;

/**
 * Tracks which of the newest 1024 AEAD counters were seen. Uses serial arithmetic over 32 bits: a client's counter may start
 * anywhere and wrap (voice-transport 5.3, 6.2).
 */
export class ReplayWindow {
  readonly #seen = new Uint32Array(WORDS);
  #highest: number | undefined;

  /** @returns whether `counter` (u32) is new; it then counts as seen. Call this for authentic packets only. */
  accept(counter: number): boolean {
    const ahead = this.#highest === undefined ? REPLAY_WINDOW : (counter - this.#highest) | 0;
    if (ahead > 0) this.#advance(counter, ahead);
    else if (ahead <= -REPLAY_WINDOW || this.#has(counter)) return false;
    this.#mark(counter);
    return true;
  }

  #advance(counter: number, ahead: number): void {
    if (ahead >= REPLAY_WINDOW) this.#seen.fill(0);
    else for (let step = 0; step < ahead; step += 1) this.#clear(counter - step);
    this.#highest = counter;
  }

  #has(counter: number): boolean {
    return ((this.#seen[wordOf(counter)] ?? 0) & bitOf(counter)) !== 0;
  }

  #mark(counter: number): void {
    const word = wordOf(counter);
    this.#seen[word] = (this.#seen[word] ?? 0) | bitOf(counter);
  }

  #clear(counter: number): void {
    const word = wordOf(counter);
    this.#seen[word] = (this.#seen[word] ?? 0) & ~bitOf(counter);
  }
}

function wordOf(counter: number): number {
  return (counter >>> 5) % WORDS;
}

function bitOf(counter: number): number {
  return 1 << (counter & 31);
}

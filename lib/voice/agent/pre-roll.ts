import type { EarFrame } from "./ear-frame.js";

const TICKS_PER_MS = 48;
/** A turn is found so long after its beginning, at most. */
const FOUND_WITHIN_MS = 600;

/**
 * Leaves the frames of turns, with those from before each: the beginning of a word is soft, and lies in front of the speech that was
 * found.
 */
export class PreRoll {
  readonly #preRollMs: number;
  /** by user, what may turn out to lie before a turn */
  readonly #held = new Map<bigint, EarFrame[]>();

  constructor(preRollMs: number) {
    this.#preRollMs = preRollMs;
  }

  /** @param speechBegan of the turn of the frame, 48 kHz ticks; undefined: none is on. @returns what is to be handed out, oldest first */
  take(frame: EarFrame, speechBegan: number | undefined): EarFrame[] {
    const { userId, timestamp } = frame;
    this.#dropStale(frame);
    const held = this.#held.get(userId) ?? [];
    if (speechBegan === undefined) {
      // a view would keep the whole batch in which it came
      held.push({ ...frame, samples: frame.samples.slice() });
      this.#held.set(userId, this.#since(held, timestamp - FOUND_WITHIN_MS * TICKS_PER_MS));
      return [];
    }
    this.#held.delete(userId);
    return [...this.#since(held, speechBegan), frame];
  }

  /** A user has gone. */
  forget(userId: bigint): void {
    this.#held.delete(userId);
  }

  /** Frames of a user may still come when that user has gone: what no turn of theirs ends, the frames of others do. */
  #dropStale({ userId, timestamp }: EarFrame): void {
    const from = timestamp - (FOUND_WITHIN_MS + this.#preRollMs) * TICKS_PER_MS;
    for (const [holder, held] of this.#held)
      if (holder !== userId && held.every((each) => each.timestamp < from)) this.#held.delete(holder);
  }

  #since(frames: EarFrame[], timestamp: number): EarFrame[] {
    const from = timestamp - this.#preRollMs * TICKS_PER_MS;
    const first = frames.findIndex((each) => each.timestamp >= from);
    return first <= 0 ? (first === 0 ? frames : []) : frames.slice(first);
  }
}

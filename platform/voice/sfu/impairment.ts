/** The impairments of a bad network in one direction. All probabilities are 0 to 1. */
export interface ImpairmentSettings {
  /** The same seed, settings and datagrams have the same result. */
  readonly seed: number;
  /** Probability that a datagram is lost, averaged over time. */
  readonly loss?: number;
  /** Mean length of a loss burst, in datagrams; 1 or less: losses are independent. */
  readonly burst?: number;
  /** Delay of every datagram, milliseconds. */
  readonly delayMs?: number;
  /** Standard deviation of an additional half-normal delay, milliseconds; never changes the order. */
  readonly jitterMs?: number;
  /** Probability that a datagram is held for {@link REORDER_HOLD_MS} while later ones overtake it. */
  readonly reorder?: number;
  /** Probability that a datagram arrives twice. */
  readonly duplicate?: number;
}

/** @throws {RangeError} when a probability is not 0 to 1 (percentages are a common mistake) or a time is negative */
export function checkImpairment(settings: ImpairmentSettings): void {
  for (const name of ["loss", "reorder", "duplicate"] as const) {
    const chance = settings[name] ?? 0;
    if (!(chance >= 0 && chance <= 1))
      throw new RangeError(`${name}: expected a number from 0 to 1, received ${chance}`);
  }
  for (const name of ["delayMs", "jitterMs", "burst"] as const) {
    const value = settings[name] ?? 0;
    if (!(value >= 0 && Number.isFinite(value)))
      throw new RangeError(`${name}: expected a finite number of at least 0, received ${value}`);
  }
}

/** Long enough for the next 20 ms packet or two to overtake. */
export const REORDER_HOLD_MS = 30;

/** Plans the impairments of one flow: deterministic for a seed, without clock or socket. */
export class ImpairedFlow {
  readonly #settings: ImpairmentSettings;
  readonly #random: () => number;
  #isInBurst = false;
  #lastDue = -Infinity;

  /** @param flow distinguishes flows with the same seed */
  constructor(settings: ImpairmentSettings, flow: string) {
    this.#settings = settings;
    this.#random = seededRandom(`${settings.seed}|${flow}`);
  }

  /** @returns arrival times of a datagram sent at `now`, milliseconds; empty: lost, two: duplicated */
  plan(now: number): readonly number[] {
    // Every datagram draws the same amount of randomness, so that one setting does not change the effect of another.
    const lossDraw = this.#random();
    const jitterDraw = halfNormal(this.#random(), this.#random());
    const isReordered = this.#random() < (this.#settings.reorder ?? 0);
    const isDuplicated = this.#random() < (this.#settings.duplicate ?? 0);
    if (this.#isLost(lossDraw)) return [];
    const due = this.#due(now, jitterDraw, isReordered);
    return isDuplicated ? [due, due] : [due];
  }

  #due(now: number, jitterDraw: number, isReordered: boolean): number {
    const planned = now + (this.#settings.delayMs ?? 0) + jitterDraw * (this.#settings.jitterMs ?? 0);
    const due = Math.max(planned, this.#lastDue);
    if (isReordered) return due + REORDER_HOLD_MS;
    this.#lastDue = due;
    return due;
  }

  /** Independent losses, or a two-state Gilbert chain with mean `loss`. */
  #isLost(draw: number): boolean {
    const loss = this.#settings.loss ?? 0;
    const burst = this.#settings.burst ?? 1;
    if (loss <= 0) return false;
    if (loss >= 1 || burst <= 1) return draw < loss;
    this.#isInBurst = this.#isInBurst ? draw >= 1 / burst : draw < loss / (burst * (1 - loss));
    return this.#isInBurst;
  }
}

function halfNormal(first: number, second: number): number {
  return Math.abs(Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second));
}

/** mulberry32 over an FNV-1a hash of the text. */
function seededRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The second report of frames that cannot be opened counts when it comes this long behind the first, milliseconds. */
const CONFIRM_LEAST_MS = 2000;
const CONFIRM_MOST_MS = 10_000;

/**
 * Users whose frames could not be opened. A first report proves nothing: a thread that stood still hears of frames before
 * it hears of the keys that came meanwhile.
 */
export class Accusations {
  /** The group was left once for these; a second time would not help. */
  readonly #accused = new Set<bigint>();
  /** Reported once, and when. */
  readonly #suspects = new Map<bigint, number>();

  /** @returns whether this report confirms an earlier one, for the first time */
  report(userId: bigint, nowMs: number): boolean {
    if (this.#accused.has(userId) || !this.#isConfirmed(userId, nowMs)) return false;
    this.#accused.add(userId);
    return true;
  }

  /** The user left. */
  acquit(userId: bigint): void {
    this.#accused.delete(userId);
  }

  /** New keys, or none can reach us: what was reported before says nothing any more. */
  dropSuspicions(): void {
    this.#suspects.clear();
  }

  clear(): void {
    this.#accused.clear();
    this.#suspects.clear();
  }

  #isConfirmed(userId: bigint, nowMs: number): boolean {
    const sinceMs = this.#suspects.get(userId);
    const passedMs = sinceMs === undefined ? Infinity : nowMs - sinceMs;
    if (passedMs > CONFIRM_MOST_MS) this.#suspects.set(userId, nowMs);
    return passedMs >= CONFIRM_LEAST_MS && passedMs <= CONFIRM_MOST_MS;
  }
}

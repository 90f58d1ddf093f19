const WINDOW_MS = 10_000;
/** Failures per window that have no consequence. */
const FREE_REPORTS = 2;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 64_000;

/**
 * Slows down a member that fails repeatedly: each op 31 costs all members two epochs, and a loop runs about thirty times per
 * second. From the third failure within 10 s the member waits 1, 2, 4 … s before it is added again.
 */
export class ResetBrake {
  /** The member is not added before this time, milliseconds. */
  heldUntil = -Infinity;
  #recent: number[] = [];
  #waitMs = FIRST_WAIT_MS;

  /** Records an op 31. @returns whether the member has to wait */
  report(now: number): boolean {
    const last = Math.max(this.heldUntil, this.#recent.at(-1) ?? -Infinity);
    if (now - last > WINDOW_MS) this.#release();
    this.#recent = [...this.#recent.filter((at) => now - at < WINDOW_MS), now];
    if (this.#waitMs === FIRST_WAIT_MS && this.#recent.length <= FREE_REPORTS) return false;
    this.heldUntil = now + this.#waitMs;
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
    return true;
  }

  #release(): void {
    this.#recent = [];
    this.#waitMs = FIRST_WAIT_MS;
  }
}

const WINDOW_MS = 10_000;
/** So many failures within the window are nobody's fault. */
const FREE_REPORTS = 2;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 64_000;

/**
 * Slows a member down that fails again and again: each op 31 drags everybody through two epochs, and a loop turns some
 * thirty times a second. From the third failure within 10 s it waits 1, 2, 4 … s before it is added again.
 */
export class ResetBrake {
  /** Not added again before this time, milliseconds. */
  heldUntil = -Infinity;
  #recent: number[] = [];
  #waitMs = FIRST_WAIT_MS;

  /** An op 31. @returns whether the member has to wait for it */
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

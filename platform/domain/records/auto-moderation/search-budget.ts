/**
 * Steps of all searches for one message: about 20 ms of a slow processor. Sixty ordinary patterns take 640,000 for 2,000
 * characters.
 */
export const SEARCH_STEPS_MAX = 700_000;

/** The steps that a search may take. They are counted, not timed, so that what it finds does not depend on the machine. */
export class SearchBudget {
  #left: number;
  #isExceeded = false;

  constructor(steps: number = SEARCH_STEPS_MAX) {
    this.#left = steps;
  }

  /** Whether a search has wanted more. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Takes steps. @returns false when there are not so many: the search has to end */
  spend(steps: number): boolean {
    this.#left -= steps;
    if (this.#left >= 0) return true;
    this.#isExceeded = true;
    return false;
  }

  /**
   * Runs one of several searches with its share of what is left: an expensive one takes nothing from the others, and what a
   * cheap one leaves is theirs.
   * @param waiting how many there are, with this one
   */
  share<T>(waiting: number, search: (share: SearchBudget) => T): T {
    const granted = Math.floor(this.#left / waiting);
    const share = new SearchBudget(granted);
    const result = search(share);
    this.#left -= granted - Math.max(share.#left, 0);
    return result;
  }
}

/** The part of its processors that a process has used since it was asked last. Pure: the figures are arguments. */
export class Load {
  readonly #cores: number;
  #usedUs: number;
  #atMs: number;

  constructor(cores: number, usedUs: number, nowMs: number) {
    this.#cores = cores;
    this.#usedUs = usedUs;
    this.#atMs = nowMs;
  }

  /** @param usedUs processor time of the process so far, microseconds @returns 0 to 1 */
  since(usedUs: number, nowMs: number): number {
    const passedUs = (nowMs - this.#atMs) * 1000 * this.#cores;
    const used = usedUs - this.#usedUs;
    this.#usedUs = usedUs;
    this.#atMs = nowMs;
    return passedUs <= 0 ? 0 : Math.min(1, Math.max(0, used / passedUs));
  }
}

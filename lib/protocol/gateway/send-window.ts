/** How often something may be sent: so many times in any stretch of time, sans-IO. */
export class SendWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  #sent: number[] = [];

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** How long the next one has to wait, milliseconds; 0: not at all. */
  wait(nowMs: number): number {
    this.#sent = this.#sent.filter((at) => nowMs - at < this.#windowMs);
    const [oldest] = this.#sent;
    return oldest === undefined || this.#sent.length < this.#limit ? 0 : oldest + this.#windowMs - nowMs;
  }

  /** One is being sent. */
  count(nowMs: number): void {
    this.#sent.push(nowMs);
  }
}

import { PRESENCE_LIMIT, PRESENCE_WINDOW_MS } from "sdkpp/wire";

/** How often one session may say something new of itself; of more, the newest waits (G§6). */
export class PresenceWindow {
  /** When the newest updates were carried out, Unix milliseconds. */
  #carriedOut: number[] = [];

  /** How long the next update has to wait, milliseconds; 0: not at all. */
  wait(now: number): number {
    this.#carriedOut = this.#carriedOut.filter((at) => at <= now && now - at < PRESENCE_WINDOW_MS);
    const [oldest] = this.#carriedOut;
    return this.#carriedOut.length < PRESENCE_LIMIT || oldest === undefined
      ? 0
      : oldest + PRESENCE_WINDOW_MS - now;
  }

  /** An update is carried out. */
  count(now: number): void {
    this.#carriedOut.push(now);
  }
}

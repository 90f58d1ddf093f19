import type { MoveChannel } from "../call/index.js";

/**
 * The channel to the other process of a call that moves, among the other messages of a port: it leads through the supervisor. What comes
 * before somebody listens waits.
 */
export class MoveMessages implements MoveChannel {
  readonly send: (message: Uint8Array) => void;
  readonly #listeners = new Set<(message: Uint8Array) => void>();
  #waiting: Uint8Array[] = [];

  constructor(send: (message: Uint8Array) => void) {
    this.send = send;
  }

  onMessage(listener: (message: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    for (const message of this.#waiting.splice(0)) listener(message);
    return () => this.#listeners.delete(listener);
  }

  heard(message: Uint8Array): void {
    if (this.#listeners.size === 0) this.#waiting.push(message);
    for (const listener of this.#listeners) listener(message);
  }
}

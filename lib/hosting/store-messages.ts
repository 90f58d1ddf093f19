import type { MoveChannel } from "../call/index.js";

/** The questions to a store, and its answers, among the other messages of a port. */
export class StoreMessages implements MoveChannel {
  readonly send: (message: Uint8Array) => void;
  readonly #listeners = new Set<(message: Uint8Array) => void>();

  constructor(send: (message: Uint8Array) => void) {
    this.send = send;
  }

  onMessage(listener: (message: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  heard(message: Uint8Array): void {
    for (const listener of this.#listeners) listener(message);
  }
}

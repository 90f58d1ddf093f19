import { deserialize, serialize } from "node:v8";
import type { VoicePort } from "sdkpp/voice";
import type { Link } from "./link.js";

/** The first byte of what goes through a link. */
const [MESSAGE, CLOSE] = [0, 1];

/** A supervisor's port over a link. What comes from the other side is authentic before it is read. */
export class LinkPort implements VoicePort {
  readonly #link: Link;
  readonly #closed: () => void;
  readonly #listeners = new Set<(message: unknown) => void>();
  /** Came before somebody listened. */
  #early: unknown[] = [];

  /** @param closed the other side has closed it */
  constructor(link: Link, closed: () => void) {
    this.#link = link;
    this.#closed = closed;
  }

  send(message: unknown): void {
    this.#link.send(Buffer.concat([Uint8Array.of(MESSAGE), serialize(message)]));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listeners.add(listener);
    for (const message of this.#early.splice(0)) listener(message);
  }

  /** Tells the other side, behind all that was sent before, and ends the link. */
  async close(): Promise<void> {
    this.#link.send(Uint8Array.of(CLOSE));
    await this.#link.finish();
  }

  /** A message of the link. */
  heard(message: Uint8Array): void {
    if (message[0] !== MESSAGE) return this.#closed();
    const read: unknown = deserialize(message.subarray(1));
    if (this.#listeners.size === 0) this.#early.push(read);
    for (const listener of this.#listeners) listener(read);
  }
}

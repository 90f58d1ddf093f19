/** Sound of 300 ms from a dozen speakers, bytes: what the engine takes at once is no more. */
const MOST_BYTES = 64 * 1024;

/** Datagrams that another process passes on to a call which stands still itself: they wait, and go where the call goes on. */
export class HeldDatagrams {
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #send: ((datagrams: Uint8Array) => void) | undefined;

  take(datagrams: Uint8Array): void {
    if (this.#send !== undefined) return this.#send(datagrams);
    if (this.#bytes + datagrams.length > MOST_BYTES) return;
    this.#bytes += datagrams.length;
    this.#waiting.push(datagrams);
  }

  /** What waits goes first. */
  start(send: (datagrams: Uint8Array) => void): void {
    for (const datagrams of this.#waiting.splice(0)) send(datagrams);
    this.#send = send;
  }
}

/**
 * AEAD openings in a period for datagrams from other addresses. A client that has moved needs one, whatever it sends at once: its
 * first authentic datagram sets the address. A forged one takes about 10 µs, so a flood takes about 1 ms of each second.
 */
export const STRANGER_OPENINGS = 50;

/**
 * After this time all openings are there again, at once. If they came one by one, a flood would take each before the client sends
 * its next datagram. So a client that sends every 20 ms is among the first 50 of a period while others send fewer than 2,450 datagrams
 * a second, and is heard again within a second.
 */
export const STRANGER_PERIOD_MS = 500;

/**
 * The address of a session's authentic datagrams. Before the first one any address is admitted; afterwards datagrams with
 * its SSRC from other addresses are opened within a budget, so that flooding cannot affect the client.
 */
export class AddressLatch {
  #address: string | undefined;
  #port = 0;
  #budget = 0;
  #filledAt = -Infinity;

  /** Records the address of an authentic datagram. */
  set(address: string, port: number): void {
    this.#address = address;
    this.#port = port;
  }

  /** Whether to open a datagram; counts one from another address. @param now milliseconds */
  admits(now: number, address: string, port: number): boolean {
    if (this.#address === undefined || (port === this.#port && address === this.#address)) return true;
    this.#fill(now);
    if (this.#budget === 0) return false;
    this.#budget -= 1;
    return true;
  }

  #fill(now: number): void {
    // The platform's clock may be set back.
    if (now >= this.#filledAt && now - this.#filledAt < STRANGER_PERIOD_MS) return;
    this.#filledAt = now;
    this.#budget = STRANGER_OPENINGS;
  }
}

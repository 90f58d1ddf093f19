/** AEAD openings per second for datagrams from other addresses: a client that has moved sends 50 packets per second. */
export const STRANGER_OPENINGS_PER_S = 50;

/**
 * The address of a session's authentic datagrams. Before the first one any address is admitted; afterwards datagrams with
 * its SSRC from other addresses are opened within a budget, so that flooding cannot affect the client.
 */
export class AddressLatch {
  #address: string | undefined;
  #port = 0;
  #budget = STRANGER_OPENINGS_PER_S;
  #filledAt = 0;

  /** Records the address of an authentic datagram. */
  set(address: string, port: number): void {
    this.#address = address;
    this.#port = port;
  }

  /** Whether to open a datagram; counts one from another address. @param now milliseconds */
  admits(now: number, address: string, port: number): boolean {
    if (this.#address === undefined || (port === this.#port && address === this.#address)) return true;
    this.#fill(now);
    if (this.#budget < 1) return false;
    this.#budget -= 1;
    return true;
  }

  #fill(now: number): void {
    // The platform's clock may be set back.
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#budget = Math.min(
      STRANGER_OPENINGS_PER_S,
      this.#budget + (elapsed * STRANGER_OPENINGS_PER_S) / 1000,
    );
  }
}

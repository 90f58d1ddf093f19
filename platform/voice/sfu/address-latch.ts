/** AEAD openings per second for datagrams from elsewhere: a client that has moved sends 50 packets a second. */
export const STRANGER_OPENINGS_PER_S = 50;

/**
 * Where a session's authentic datagrams come from. Until the first, anybody may be the client; from then on datagrams that
 * claim its SSRC from other addresses are looked at within a budget, so that a flood of them costs the client nothing.
 */
export class AddressLatch {
  #address: string | undefined;
  #port = 0;
  #budget = STRANGER_OPENINGS_PER_S;
  #filledAt = 0;

  /** An authentic datagram came from here. */
  set(address: string, port: number): void {
    this.#address = address;
    this.#port = port;
  }

  /** Whether a datagram may be opened; one from elsewhere is then counted. @param now milliseconds */
  admits(now: number, address: string, port: number): boolean {
    if (this.#address === undefined || (port === this.#port && address === this.#address)) return true;
    this.#fill(now);
    if (this.#budget < 1) return false;
    this.#budget -= 1;
    return true;
  }

  #fill(now: number): void {
    // The platform's clock can be set back.
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#budget = Math.min(
      STRANGER_OPENINGS_PER_S,
      this.#budget + (elapsed * STRANGER_OPENINGS_PER_S) / 1000,
    );
  }
}

/** How long a discovery waits for its session, in milliseconds. */
export const EARLY_DISCOVERY_MS = 1000;
/** How many wait at once: more come from no client of ours. */
export const MAX_EARLY_DISCOVERIES = 64;

interface EarlyDiscovery {
  readonly at: number;
  readonly address: string;
  readonly port: number;
}

/**
 * IP discoveries whose session the worker does not know yet. Op 2 reaches the client by another road than `add`
 * reaches the worker, and the client may be faster; some ask only once (voice-transport 3).
 */
export class EarlyDiscoveries {
  readonly #waiting = new Map<number, EarlyDiscovery>();

  /** @param now milliseconds */
  keep(now: number, ssrc: number, address: string, port: number): void {
    this.#waiting.delete(ssrc);
    this.#waiting.set(ssrc, { at: now, address, port });
    const oldest = this.#waiting.keys().next().value;
    if (this.#waiting.size > MAX_EARLY_DISCOVERIES && oldest !== undefined) this.#waiting.delete(oldest);
  }

  /** The one of a session that is known from now on; undefined when none came, or too long ago. */
  take(now: number, ssrc: number): EarlyDiscovery | undefined {
    const discovery = this.#waiting.get(ssrc);
    this.#waiting.delete(ssrc);
    return discovery !== undefined && now - discovery.at <= EARLY_DISCOVERY_MS ? discovery : undefined;
  }
}

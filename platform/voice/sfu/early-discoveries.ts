/** How long a discovery waits for its session, milliseconds. */
export const EARLY_DISCOVERY_MS = 1000;
/** Maximum number of waiting discoveries; more can only come from strangers. */
export const MAX_EARLY_DISCOVERIES = 64;

interface EarlyDiscovery {
  readonly at: number;
  readonly address: string;
  readonly port: number;
}

/**
 * IP discoveries whose session the worker does not know yet. The client may react to op 2 before `add` reaches the worker,
 * and some clients send only one discovery (voice-transport 3.2).
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

  /** Removes and returns the discovery of a new session; undefined when there is none or it is too old. */
  take(now: number, ssrc: number): EarlyDiscovery | undefined {
    const discovery = this.#waiting.get(ssrc);
    this.#waiting.delete(ssrc);
    return discovery !== undefined && now - discovery.at <= EARLY_DISCOVERY_MS ? discovery : undefined;
  }
}

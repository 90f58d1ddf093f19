import type { Clock, TimerClock } from "../clock/clock.js";
import type { resolveHost } from "../outgoing/addresses.js";
import { Outgoing } from "../outgoing/outgoing.js";
import type { OidcSettings } from "../domain/records/oauth2/application.js";
import type { ExternalIdentity, TokenProblem } from "./external-identity.js";
import { headerProblem, readIdToken } from "./issuers/id-token.js";
import { Issuer } from "./issuers/issuer.js";
import { issuerProblem } from "./issuers/issuer-address.js";
import { fetchPublished } from "./issuers/published.js";

export type { ExternalIdentity, TokenProblem } from "./external-identity.js";

export interface OidcIssuersParts {
  readonly clock: Clock;
  /** Limits requests; tests do not move it. */
  readonly machineClock: TimerClock;
  /** Whether issuers may be on this machine and in private networks, by `http:` too. Tokens are checked all the same. */
  readonly allowInsecureIssuers: boolean;
  /** Finds the addresses of a host; default: the system. */
  readonly resolve?: typeof resolveHost;
}

/** Issuers whose documents are kept; the one that was used the longest time ago makes way. */
const ISSUERS_MAX = 100;

/** Verifies ID tokens of the issuers that applications have configured (H§3.3). */
export class OidcIssuers {
  readonly #parts: OidcIssuersParts;
  readonly #outgoing: Outgoing;
  readonly #issuers = new Map<string, Issuer>();

  constructor(parts: OidcIssuersParts) {
    this.#parts = parts;
    this.#outgoing = new Outgoing({
      ...parts,
      clock: parts.machineClock,
      isLocalAllowed: parts.allowInsecureIssuers,
    });
  }

  /** Finds out whose token it is. It never throws for what a network or a token does. */
  async verify(token: string, settings: OidcSettings): Promise<ExternalIdentity | TokenProblem> {
    const problem = headerProblem(token);
    if (problem !== undefined) return problem;
    const issuer = this.#issuerOf(settings.issuer);
    const published = await issuer.current();
    if (typeof published === "string") return published;
    const now = this.#parts.clock.now();
    const read = await readIdToken(token, published, settings, now);
    if (read !== "keyUnknown") return read;
    // It may have a new key.
    const again = await readIdToken(token, await issuer.renewed(published), settings, now);
    return again === "keyUnknown" ? "malformed" : again;
  }

  /** The rule that keeps applications from using an issuer, before it is asked for anything; undefined: none. */
  problemOf(issuer: string): string | undefined {
    return issuerProblem(issuer, this.#parts.allowInsecureIssuers);
  }

  /** Ends all requests to issuers. */
  stop(): void {
    this.#outgoing.stop();
  }

  #issuerOf(address: string): Issuer {
    const { clock, allowInsecureIssuers } = this.#parts;
    const fetch = () => fetchPublished(this.#outgoing, address, allowInsecureIssuers);
    const issuer = this.#issuers.get(address) ?? new Issuer(clock, fetch);
    this.#issuers.delete(address);
    this.#issuers.set(address, issuer);
    for (const oldest of this.#issuers.keys()) {
      if (this.#issuers.size <= ISSUERS_MAX) break;
      this.#issuers.delete(oldest);
    }
    return issuer;
  }
}

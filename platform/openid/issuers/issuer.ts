import type { Clock } from "../../clock/clock.js";
import type { Published, PublishedProblem } from "./published.js";

/** How long a document counts, so that a withdrawn key ends. */
const LIFE_MS = 3_600_000;
/** An unknown key makes the documents be read again at most this often. */
const RENEWAL_PAUSE_MS = 60_000;
/** How long an issuer that failed is not asked again. */
const FAILURE_PAUSE_MS = 5000;

/** The known documents of one issuer. They are read once for all who wait. */
export class Issuer {
  readonly #clock: Clock;
  readonly #fetch: () => Promise<Published | PublishedProblem>;
  #running: Promise<Published | PublishedProblem> | undefined;
  #outcome: { readonly value: Published | PublishedProblem; readonly until: number } | undefined;
  #renewableAt = 0;

  constructor(clock: Clock, fetch: () => Promise<Published | PublishedProblem>) {
    this.#clock = clock;
    this.#fetch = fetch;
  }

  /** The published documents, as far as known; read again if they are too old. */
  async current(): Promise<Published | PublishedProblem> {
    const outcome = this.#outcome;
    if (outcome !== undefined && this.#clock.elapsed() < outcome.until) return outcome.value;
    return this.#read();
  }

  /** Reads the documents again after a token with a key not in `known`; returns `known` when it is too soon to ask. */
  async renewed(known: Published): Promise<Published> {
    const value = this.#outcome?.value;
    if (value !== known && value !== undefined && typeof value !== "string") return value;
    if (this.#running === undefined) {
      if (this.#clock.elapsed() < this.#renewableAt) return known;
      this.#renewableAt = this.#clock.elapsed() + RENEWAL_PAUSE_MS;
    }
    const newer = await this.#read();
    return typeof newer === "string" ? known : newer;
  }

  #read(): Promise<Published | PublishedProblem> {
    this.#running ??= this.#fetch()
      .then((value) => this.#keep(value))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** A failure does not replace documents that still count. */
  #keep(value: Published | PublishedProblem): Published | PublishedProblem {
    const now = this.#clock.elapsed();
    const isWorse = typeof value === "string" && this.#outcome !== undefined && now < this.#outcome.until;
    if (!isWorse)
      this.#outcome = { value, until: now + (typeof value === "string" ? FAILURE_PAUSE_MS : LIFE_MS) };
    return value;
  }
}

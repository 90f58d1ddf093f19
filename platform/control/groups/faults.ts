import { members } from "../../guard/arguments.js";
import type { HttpFaultCount, HttpFaultRule, HttpFaults } from "../../http/http-faults.js";
import { checkImpairment } from "../../voice/sfu/impairment.js";
import type { MediaWorker } from "../../voice/sfu/media-worker.js";
import type { ImpairmentRule } from "../../voice/sfu/messages.js";
import * as inputs from "../inputs.js";

export interface ControlFaultsParts {
  readonly httpFaults: HttpFaults;
  readonly media: MediaWorker;
}

/** The faults that are switched on. */
export interface ActiveFaults {
  readonly http: readonly (HttpFaultRule & HttpFaultCount)[];
  readonly network: readonly ImpairmentRule[];
}

/** Faults of HTTP, and of the network between clients and calls. */
export class ControlFaults {
  readonly #parts: ControlFaultsParts;
  #rules: ImpairmentRule[] = [];

  /** @internal */
  constructor(parts: ControlFaultsParts) {
    this.#parts = parts;
  }

  /**
   * Makes HTTP requests fail: the first matching rule with uses left decides. Pages outside the API and the gateways are not
   * affected.
   * @returns a live count of the rule's hits
   * @throws {RangeError} when the route does not exist or a number is out of range
   */
  add(rule: HttpFaultRule): HttpFaultCount {
    members("rule", rule);
    return this.#parts.httpFaults.add(rule);
  }

  /** Lists the active rules: those of {@link add} in the order in which they are asked, and those of {@link impair}. */
  list(): ActiveFaults {
    return { http: this.#parts.httpFaults.list(), network: this.#rules.map((rule) => ({ ...rule })) };
  }

  /** Removes every rule of {@link add}; hanging requests keep hanging. */
  clear(): void {
    this.#parts.httpFaults.clear();
  }

  /**
   * Adds a network impairment; the first rule that matches a datagram applies to it.
   * @returns resolves when the rule is in effect
   * @throws {RangeError} when a probability is not 0 to 1 or a time is negative
   */
  async impair(rule: ImpairmentRule): Promise<void> {
    inputs.impairment(rule);
    checkImpairment(rule);
    this.#rules.push({ ...rule });
    await this.#sendRules();
  }

  /** Removes every impairment. @returns resolves when none is in effect */
  async clearImpairments(): Promise<void> {
    this.#rules = [];
    await this.#sendRules();
  }

  async #sendRules(): Promise<void> {
    this.#parts.media.send({ type: "impair", rules: this.#rules });
    await this.#parts.media.stats();
  }
}

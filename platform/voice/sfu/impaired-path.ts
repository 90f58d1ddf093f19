import type { Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../../clock/clock.js";
import { ImpairedFlow } from "./impairment.js";
import type { ImpairmentRule, MediaCounters } from "./messages.js";

export type Direction = "in" | "out";

/** Applies network impairments between socket and forwarder. Inactive without rules. */
export class ImpairedPath {
  readonly #clock: TimerClock;
  readonly #counters: MediaCounters;
  readonly #ordinals = new Map<Snowflake, number>();
  #flows = new Map<string, ImpairedFlow>();
  #rules: readonly ImpairmentRule[] = [];

  constructor(clock: TimerClock, counters: MediaCounters) {
    this.#clock = clock;
    this.#counters = counters;
  }

  get isActive(): boolean {
    return this.#rules.length > 0;
  }

  setRules(rules: readonly ImpairmentRule[]): void {
    this.#rules = rules;
    this.#flows = new Map();
  }

  /** Numbers users in order of arrival, so that a scenario has the same impairments in every run although ids differ. */
  addUser(userId: Snowflake): void {
    if (!this.#ordinals.has(userId)) this.#ordinals.set(userId, this.#ordinals.size + 1);
  }

  /** Delivers a datagram now, later, twice or never. @param isMedia RTP and RTCP form a separate flow */
  pass(direction: Direction, userId: Snowflake | undefined, isMedia: boolean, deliver: () => void): void {
    const flow = this.#flowFor(direction, userId, isMedia);
    if (flow === undefined) return deliver();
    const now = this.#clock.elapsed();
    const arrivals = flow.plan(now);
    if (arrivals.length === 0) this.#counters.impairedLost += 1;
    for (const due of arrivals) {
      if (due <= now) deliver();
      else this.#deliverLater(due - now, deliver);
    }
  }

  #deliverLater(ms: number, deliver: () => void): void {
    this.#counters.impairedDelayed += 1;
    this.#clock.after(ms, deliver);
  }

  #flowFor(direction: Direction, userId: Snowflake | undefined, isMedia: boolean): ImpairedFlow | undefined {
    const rule = this.#rules.find((one) => appliesTo(one, direction, userId));
    if (rule === undefined) return undefined;
    const who = userId === undefined ? 0 : (this.#ordinals.get(userId) ?? 0);
    const name = `${direction}|${who}|${isMedia ? "media" : "control"}`;
    const known = this.#flows.get(name);
    if (known !== undefined) return known;
    const fresh = new ImpairedFlow(rule, name);
    this.#flows.set(name, fresh);
    return fresh;
  }
}

function appliesTo(rule: ImpairmentRule, direction: Direction, userId: Snowflake | undefined): boolean {
  const wanted = rule.direction ?? "both";
  return (wanted === "both" || wanted === direction) && (rule.userId === undefined || rule.userId === userId);
}

import type { Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../../clock/clock.js";
import { ImpairedFlow } from "./impairment.js";
import type { ImpairmentRule, MediaCounters } from "./messages.js";

export type Direction = "in" | "out";

/** Puts the network's misdeeds between socket and forwarder. Without rules it is not in the way. */
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

  /** Users are numbered as they come, so that the same story has the same fate although ids differ from run to run. */
  addUser(userId: Snowflake): void {
    if (!this.#ordinals.has(userId)) this.#ordinals.set(userId, this.#ordinals.size + 1);
  }

  /** Lets a datagram through: now, later, twice or never. @param isMedia RTP and RTCP have a fate of their own */
  pass(direction: Direction, userId: Snowflake | undefined, isMedia: boolean, deliver: () => void): void {
    const flow = this.#flowFor(direction, userId, isMedia);
    if (flow === undefined) return deliver();
    const now = this.#clock.now();
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
    const rule = this.#rules.find((one) => isMeant(one, direction, userId));
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

function isMeant(rule: ImpairmentRule, direction: Direction, userId: Snowflake | undefined): boolean {
  const wanted = rule.direction ?? "both";
  return (wanted === "both" || wanted === direction) && (rule.userId === undefined || rule.userId === userId);
}

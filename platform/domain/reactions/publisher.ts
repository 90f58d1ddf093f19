import type { Fact } from "../facts/facts.js";
import type { Outcome } from "../rules/outcome.js";
import type { World } from "../world/world.js";
import type { PlatformEvent } from "./events.js";
import { react } from "./react.js";

type Subscriber = (event: PlatformEvent) => void;

/**
 * Carries out the operations of all doors. Each is one transaction, which holds the rule and the reactions to its facts; the
 * events go out after the commit. The one place where events leave.
 */
export class Publisher {
  readonly #world: World;
  readonly #isolate: (work: () => void) => void;
  readonly #subscribers = new Set<Subscriber>();

  /** @param isolate runs a subscriber, so that a fault of one does not keep an event from the others */
  constructor(world: World, isolate: (work: () => void) => void) {
    this.#world = world;
    this.#isolate = isolate;
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  publish(events: readonly PlatformEvent[]): void {
    for (const event of events)
      for (const subscriber of this.#subscribers) this.#isolate(() => subscriber(event));
  }

  /** One operation with a reply: all of its writes are kept or none, then its events are published. */
  settle<T, F extends object>(rule: () => Outcome<T> | F): T | F {
    const { result, events } = this.#world.store.transaction(() => {
      const result = rule();
      return { result, events: hasFacts(result) ? react(this.#world, result.facts) : [] };
    });
    this.publish(events);
    return isOutcome(result) ? result.reply : result;
  }

  /** One operation without a reply, as {@link settle}. */
  perform(rule: () => readonly Fact[]): void {
    this.publish(this.commit(rule));
  }

  /** Like {@link perform}. @returns the events, for the caller to publish */
  commit(rule: () => readonly Fact[]): readonly PlatformEvent[] {
    return this.#world.store.transaction(() => react(this.#world, rule()));
  }
}

/** Outcomes, and rejections that have consequences. */
function hasFacts(result: object): result is Pick<Outcome<unknown>, "facts"> {
  return "facts" in result;
}

function isOutcome<T>(result: Outcome<T> | object): result is Outcome<T> {
  return "reply" in result && "facts" in result;
}

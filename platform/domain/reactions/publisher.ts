import type { Store } from "../../store/store.js";
import type { Outcome } from "../rules/outcome.js";
import type { PlatformEvent } from "./events.js";

type Subscriber = (event: PlatformEvent) => void;

/**
 * Carries out the operations of all doors: each is one transaction, and its events leave the rules when that is kept. The one
 * place where events leave.
 */
export class Publisher {
  readonly #store: Pick<Store, "transaction">;
  readonly #isolate: (work: () => void) => void;
  readonly #subscribers = new Set<Subscriber>();

  /** @param isolate runs a subscriber, so that its fault keeps no event from the others */
  constructor(store: Pick<Store, "transaction">, isolate: (work: () => void) => void) {
    this.#store = store;
    this.#isolate = isolate;
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  publish(events: readonly PlatformEvent[]): void {
    for (const event of events)
      for (const subscriber of this.#subscribers) this.#isolate(() => subscriber(event));
  }

  /** One operation that answers: all of its writes are kept or none, then its events are published. */
  settle<T, F extends object>(rule: () => Outcome<T> | F): T | F {
    const result = this.#store.transaction(rule);
    if (!isOutcome(result)) return result;
    this.publish(result.events);
    return result.reply;
  }

  /** One operation that nobody waits for, as {@link settle}. */
  perform(rule: () => readonly PlatformEvent[]): void {
    this.publish(this.#store.transaction(rule));
  }
}

function isOutcome<T>(result: Outcome<T> | object): result is Outcome<T> {
  return "reply" in result && "events" in result;
}

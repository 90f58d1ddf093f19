import type { PlatformEvent } from "./events.js";
import { Fault, type Result } from "./outcome.js";

/** The one place where events leave the rules. */
export class Publisher {
  readonly #subscribers = new Set<(event: PlatformEvent) => void>();

  subscribe(subscriber: (event: PlatformEvent) => void): void {
    this.#subscribers.add(subscriber);
  }

  publish(events: readonly PlatformEvent[]): void {
    for (const event of events) for (const subscriber of this.#subscribers) subscriber(event);
  }

  /** Publishes what an outcome says and hands on its reply. */
  settle<T>(result: Result<T>): T | Fault {
    if (result instanceof Fault) return result;
    this.publish(result.events);
    return result.reply;
  }
}

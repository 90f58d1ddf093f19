import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import type { Fact } from "../../../platform/domain/facts/facts.js";
import { done, type Outcome } from "../../../platform/domain/rules/outcome.js";
import type { World } from "../../../platform/domain/world/world.js";

/** The reply of a rule, and the events of the reactions to its facts. */
export interface Settled<T> {
  readonly reply: T;
  readonly events: readonly PlatformEvent[];
}

/** An outcome with events instead of facts; only the events for a rule without a reply; faults unchanged. */
type SettledResult<R> =
  R extends Outcome<infer T> ? Settled<T> : R extends readonly Fact[] ? PlatformEvent[] : R;

/** Runs a rule with its reactions in one transaction, like the publisher. */
export function operation<A extends unknown[], R extends object>(
  rule: (world: World, ...args: A) => R,
): (world: World, ...args: A) => SettledResult<R> {
  return (world, ...args) => {
    const publisher = new Publisher(world, (work) => work());
    const events: PlatformEvent[] = [];
    publisher.subscribe((event) => events.push(event));
    let settled: unknown;
    publisher.settle<unknown, object>(() => {
      const result: object = rule(world, ...args);
      if (Array.isArray(result)) {
        settled = events;
        return done(undefined, result as Fact[]);
      }
      settled = "reply" in result ? { reply: (result as Outcome<unknown>).reply, events } : result;
      return result;
    });
    return settled as SettledResult<R>;
  };
}

import { dueSubscriptions } from "../../world/monetisation/subscriptions.js";
import type { MonetisationFact } from "../../facts/monetisation.js";
import { endPeriod, type LifeWorld } from "./subscription-life.js";

/** Subscriptions whose period ends in one sweep; the others wait for the next. */
const SWEEP_LIMIT = 100;

/** Renews, changes or ends the subscriptions whose period is over. */
export function sweepSubscriptions(world: LifeWorld): MonetisationFact[] {
  return dueSubscriptions(world, world.clock.now(), SWEEP_LIMIT).flatMap(
    (one) => endPeriod(world, one).facts,
  );
}

import { SubscriptionStatus, type Snowflake } from "sdkpp/wire";
import {
  hasEnded,
  isActive,
  NEW_ENTITLEMENT,
  type Entitlement,
} from "../../records/monetisation/entitlement.js";
import { isOfPeriods, termsOf } from "../../records/monetisation/migration.js";
import { periodAt, type Period } from "../../records/monetisation/period.js";
import { isAvailable } from "../../records/monetisation/sku.js";
import type { Subscription } from "../../records/monetisation/subscription.js";
import { makeRoom } from "../../world/monetisation/entitlements.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { MonetisationFact } from "../../facts/monetisation.js";

/** The slices of the world that these rules use. */
export type LifeWorld = MonetisationWorld & ClockPort & IdsPort;

/** A subscription after a step, and what has happened on the way. */
export interface Step {
  readonly subscription: Subscription;
  readonly facts: readonly MonetisationFact[];
}

/** Stores a changed subscription, and tells of it after everything else that has happened. */
export function updated(
  world: MonetisationWorld,
  subscription: Subscription,
  facts: readonly MonetisationFact[] = [],
): Step {
  world.subscriptions.put(subscription);
  return { subscription, facts: [...facts, { kind: "subscriptionUpdated", subscription }] };
}

/** Gives access to SKUs from the start of a period. */
export function grant(
  world: LifeWorld,
  subscription: Subscription,
  skuIds: readonly Snowflake[],
  period: Period,
): Entitlement[] {
  const { applicationId, userId, guildId, id: subscriptionId } = subscription;
  const owner = { applicationId, userId, guildId };
  return skuIds.map((skuId) => {
    const id = world.ids.next();
    const entitlement = { ...NEW_ENTITLEMENT, ...termsOf(period), ...owner, id, skuId, subscriptionId };
    world.entitlements.put(entitlement);
    return entitlement;
  });
}

/** Its access ends at a moment; what has ended before, as each period of the past did, ends without a word. */
export function endAccess(world: LifeWorld, subscription: Subscription, endsAt: number): MonetisationFact[] {
  return entitlementsOf(world, subscription)
    .filter((one) => !hasEnded(one, endsAt))
    .map((one) => {
      const entitlement = { ...one, endsAt };
      world.entitlements.put(entitlement);
      return { kind: "entitlementUpdated", entitlement };
    });
}

/** Other SKUs instead of those that it had: the old access ends, the new one begins, and periods are counted anew. */
export function switchTo(
  world: LifeWorld,
  before: Subscription,
  skuIds: readonly Snowflake[],
  from: number,
): Step {
  const ended = endAccess(world, before, from);
  // There is room: what has just ended can make way.
  makeRoom(world, before);
  const period = periodAt(from, Math.max(from, world.clock.now()));
  const entitlements = grant(world, before, skuIds, { ...period, start: from });
  const created = entitlements.map((entitlement) => ({ kind: "entitlementCreated", entitlement }) as const);
  const entitlementIds = entitlements.map(({ id }) => id);
  const changes = { skuIds, entitlementIds, renewalSkuIds: null, anchor: from, period };
  return updated(world, { ...before, ...changes }, [...ended, ...created]);
}

/** Ends a period, in one step however many periods have passed since. */
export function endPeriod(world: LifeWorld, before: Subscription): Step {
  const { status, renewalSkuIds, period, anchor } = before;
  if (status === SubscriptionStatus.Ending || !isSold(world, renewalSkuIds ?? before.skuIds))
    return end(world, before, period.end);
  if (renewalSkuIds !== null) return switchTo(world, before, renewalSkuIds, period.end);
  const subscription = { ...before, period: periodAt(anchor, world.clock.now()) };
  return updated(world, subscription, renewAccess(world, subscription));
}

/** Fields of an ended subscription, which cannot be renewed. */
const OVER = { status: SubscriptionStatus.Inactive, isUnpaid: false, renewalSkuIds: null } as const;

/** It is over: it gives access until a moment, and nothing is paid any more. */
export function end(world: LifeWorld, before: Subscription, endsAt: number): Step {
  const facts = endAccess(world, before, endsAt);
  return updated(world, { ...before, ...OVER }, facts);
}

/** Everything that it gives is taken back. */
export function takeBack(world: LifeWorld, before: Subscription): Step {
  const facts = entitlementsOf(world, before)
    .filter((one) => isActive(one, world.clock.now()))
    .map((one) => {
      const entitlement = { ...one, deleted: true };
      world.entitlements.put(entitlement);
      return { kind: "entitlementDeleted", entitlement } as const;
    });
  return updated(world, { ...before, ...OVER }, facts);
}

/** Access without an end stays as it is; access for a period gets the next one, or, since the migration, has no end any more. */
function renewAccess(world: LifeWorld, subscription: Subscription): MonetisationFact[] {
  return entitlementsOf(world, subscription)
    .filter(isOfPeriods)
    .map((one) => {
      const entitlement = { ...one, ...termsOf(subscription.period) };
      world.entitlements.put(entitlement);
      return { kind: isOfPeriods(entitlement) ? "entitlementUpdated" : "entitlementCreated", entitlement };
    });
}

function isSold({ skus }: MonetisationWorld, skuIds: readonly Snowflake[]): boolean {
  return skuIds.every((id) => {
    const sku = skus.get(id);
    return sku !== undefined && isAvailable(sku);
  });
}

function entitlementsOf(
  { entitlements }: MonetisationWorld,
  { entitlementIds }: Subscription,
): Entitlement[] {
  return entitlementIds.flatMap((id) => entitlements.get(id) ?? []);
}

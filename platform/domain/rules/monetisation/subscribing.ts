import { SkuType, SubscriptionStatus, type Snowflake } from "sdkpp/wire";
import { isForGuild, type Sku } from "../../records/monetisation/sku.js";
import { periodAt } from "../../records/monetisation/period.js";
import type { Entitlement } from "../../records/monetisation/entitlement.js";
import type { Subscription } from "../../records/monetisation/subscription.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { ENTITLEMENTS_MAX, makeRoom } from "../../world/monetisation/entitlements.js";
import { subscriptionsOf } from "../../world/monetisation/subscriptions.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { impossible, noRoom } from "./faults.js";
import { skuFor } from "./purchases.js";
import { end, grant, switchTo, takeBack, updated, type LifeWorld, type Step } from "./subscription-life.js";

/** The slices of the world that these rules use. */
type Touched = LifeWorld & UserWorld & GuildWorld;

/** Subscriptions that one user can have had of one application. */
const SUBSCRIPTIONS_MAX = 1000;

/** The subscriber, and the user or server that benefits. */
export interface NewSubscriptionInput {
  readonly skuId: Snowflake;
  readonly userId: Snowflake;
  /** For a SKU of servers. */
  readonly guildId: Snowflake | null;
}

const { Active, Inactive, Ending } = SubscriptionStatus;

/** A user subscribes: it is inactive until it gives access, a moment later. */
export function subscribe(world: Touched, input: NewSubscriptionInput): Result<Subscription> {
  const sku = subscribable(world, input.skuId);
  if (sku instanceof Fault) return sku;
  const fault = buyerFault(world, sku, input);
  if (fault !== undefined) return fault;
  const now = world.clock.now();
  const { userId, guildId } = input;
  const created: Subscription = {
    id: world.ids.next(),
    applicationId: sku.applicationId,
    userId,
    guildId,
    skuIds: [sku.id],
    entitlementIds: [],
    renewalSkuIds: null,
    anchor: now,
    period: periodAt(now, now),
    status: Inactive,
    canceledAt: null,
    isUnpaid: false,
  };
  const given = grant(world, created, created.skuIds, created.period);
  const active = { ...created, status: Active, entitlementIds: given.map(({ id }) => id) };
  return told(
    updated(world, active, [
      { kind: "subscriptionCreated", subscription: created },
      ...given.map((entitlement) => ({ kind: "entitlementCreated", entitlement }) as const),
    ]),
  );
}

/** Its user cancels it: it goes on until its period is over, and no payment is tried any more. */
export function cancel(world: Touched, id: Snowflake): Result<Subscription> {
  const before = inStatus(world, id, Active);
  if (before instanceof Fault) return before;
  return told(updated(world, { ...before, status: Ending, canceledAt: world.clock.now(), isUnpaid: false }));
}

/** Its user takes the cancellation back. */
export function resume(world: Touched, id: Snowflake): Result<Subscription> {
  const before = inStatus(world, id, Ending);
  if (before instanceof Fault) return before;
  return told(updated(world, { ...before, status: Active, canceledAt: null }));
}

/** Its user takes a better SKU and pays for it: at once, and a new period begins. */
export function upgrade(world: Touched, id: Snowflake, skuId: Snowflake): Result<Subscription> {
  const before = changeable(world, id, skuId);
  if (before instanceof Fault) return before;
  return told(switchTo(world, { ...before, isUnpaid: false }, [skuId], world.clock.now()));
}

/** Its user takes a lesser SKU: when its period is over. */
export function downgrade(world: Touched, id: Snowflake, skuId: Snowflake): Result<Subscription> {
  const before = changeable(world, id, skuId);
  if (before instanceof Fault) return before;
  return told(updated(world, { ...before, renewalSkuIds: [skuId] }));
}

/** Payments fail from now on: it stays active, also after its period, until that is settled. No event is sent. */
export function failPayments(world: Touched, id: Snowflake): Result<Subscription> {
  const before = inStatus(world, id, Active);
  if (before instanceof Fault) return before;
  const subscription = { ...before, isUnpaid: true };
  world.subscriptions.put(subscription);
  return done(subscription);
}

/** Payments work again, or are given up: then it ends at once. */
export function settlePayments(world: Touched, id: Snowflake, isPaid: boolean): Result<Subscription> {
  const before = inStatus(world, id, Active);
  if (before instanceof Fault) return before;
  if (!before.isUnpaid) return impossible(`The payments of subscription ${id} do not fail.`);
  if (!isPaid) return told(end(world, before, world.clock.now()));
  const subscription = { ...before, isUnpaid: false };
  world.subscriptions.put(subscription);
  return done(subscription);
}

/** The money of an entitlement is given back: it is deleted, and its subscription is over. */
export function refund(world: Touched, id: Snowflake): Result<Entitlement> {
  const before = world.entitlements.get(id);
  if (before === undefined || before.isTest || before.deleted)
    return impossible(`There is nothing to refund for entitlement ${id}.`);
  const subscription = world.subscriptions.get(before.subscriptionId ?? "");
  if (subscription?.entitlementIds.includes(id) === true && subscription.status !== Inactive) {
    const { facts } = takeBack(world, subscription);
    return done(world.entitlements.get(id) ?? before, facts);
  }
  const entitlement = { ...before, deleted: true };
  world.entitlements.put(entitlement);
  return done(entitlement, [{ kind: "entitlementDeleted", entitlement }]);
}

function told({ subscription, facts }: Step): Result<Subscription> {
  return done(subscription, facts);
}

/** A SKU that can be subscribed to now. */
function subscribable(world: Touched, skuId: Snowflake): Sku | Fault {
  const sku = skuFor(world, skuId);
  if (sku instanceof Fault || sku.type === SkuType.Subscription) return sku;
  return impossible(`SKU ${skuId} is no subscription.`);
}

function buyerFault(world: Touched, sku: Sku, { userId, guildId }: NewSubscriptionInput): Fault | undefined {
  const { applicationId, id: skuId } = sku;
  if (world.users.get(userId) === undefined) return impossible(`There is no user ${userId}.`);
  if (isForGuild(sku) !== (guildId !== null))
    return impossible(`SKU ${skuId} is for ${isForGuild(sku) ? "a server" : "a user, not for a server"}.`);
  if (guildId !== null && world.guilds.get(guildId) === undefined)
    return impossible(`There is no guild ${guildId}.`);
  const all = subscriptionsOf(world, applicationId, userId);
  if (all.length >= SUBSCRIPTIONS_MAX)
    return impossible(`User ${userId} has had ${String(SUBSCRIPTIONS_MAX)} subscriptions.`);
  const has = all.some(
    (one) => one.status !== Inactive && one.guildId === guildId && one.skuIds.includes(skuId),
  );
  if (has) return impossible(`User ${userId} already subscribes to SKU ${skuId}.`);
  return makeRoom(world, { applicationId, userId, guildId }) ? undefined : noRoom(ENTITLEMENTS_MAX);
}

/** An active subscription that could have another SKU of the same kind. */
function changeable(world: Touched, id: Snowflake, skuId: Snowflake): Subscription | Fault {
  const before = inStatus(world, id, Active);
  if (before instanceof Fault) return before;
  const sku = subscribable(world, skuId);
  if (sku instanceof Fault) return sku;
  const fits = sku.applicationId === before.applicationId && isForGuild(sku) === (before.guildId !== null);
  if (!fits) return impossible(`SKU ${skuId} does not fit subscription ${id}.`);
  return before.skuIds.includes(skuId) ? impossible(`Subscription ${id} has SKU ${skuId}.`) : before;
}

function inStatus(world: Touched, id: Snowflake, status: number): Subscription | Fault {
  const subscription = world.subscriptions.get(id);
  if (subscription === undefined) return impossible(`There is no subscription ${id}.`);
  return subscription.status === status
    ? subscription
    : impossible(`Subscription ${id} has status ${String(subscription.status)}, not ${String(status)}.`);
}

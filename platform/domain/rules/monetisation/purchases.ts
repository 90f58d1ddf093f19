import { EntitlementType, SkuType, type Snowflake } from "sdkpp/wire";
import { NEW_ENTITLEMENT, type Entitlement } from "../../records/monetisation/entitlement.js";
import { isAvailable, type Sku } from "../../records/monetisation/sku.js";
import { ENTITLEMENTS_MAX, entitlementsOf, makeRoom } from "../../world/monetisation/entitlements.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { done, Fault, type Result } from "../outcome.js";
import { impossible, noRoom } from "./faults.js";

/** The slices of the world that these rules use. */
export type Touched = MonetisationWorld & UserWorld & ClockPort & IdsPort;

/** Somebody gets what is bought once. */
export interface Purchase {
  readonly skuId: Snowflake;
  readonly userId: Snowflake;
  /** A value of `EntitlementType`. */
  readonly type: number;
  readonly gifterId: Snowflake | null;
}

/**
 * A user buys, or is given, a one-time item. It cannot have a durable twice, nor two consumables that are not used up; in test
 * mode both may be bought again.
 */
export function purchase(world: Touched, { skuId, userId, type, gifterId }: Purchase): Result<Entitlement> {
  const sku = skuFor(world, skuId);
  if (sku instanceof Fault) return sku;
  if (sku.type === SkuType.Subscription) return impossible(`SKU ${skuId} is a subscription.`);
  for (const id of [userId, gifterId ?? userId])
    if (world.users.get(id) === undefined) return impossible(`There is no user ${id}.`);
  const owner = { applicationId: sku.applicationId, userId, guildId: null };
  const has = entitlementsOf(world, owner).some(
    (one) => one.skuId === skuId && !one.deleted && !one.consumed,
  );
  if (has && type !== EntitlementType.TestModePurchase)
    return impossible(`User ${userId} already has SKU ${skuId}.`);
  if (!makeRoom(world, owner)) return noRoom(ENTITLEMENTS_MAX);
  const entitlement: Entitlement = {
    ...NEW_ENTITLEMENT,
    ...owner,
    id: world.ids.next(),
    skuId,
    type,
    startsAt: world.clock.now(),
    gifterId,
  };
  world.entitlements.put(entitlement);
  return done(entitlement, [{ kind: "entitlementCreated", entitlement }]);
}

/** A SKU that is for sale. */
export function skuFor({ skus }: MonetisationWorld, skuId: Snowflake): Sku | Fault {
  const sku = skus.get(skuId);
  if (sku === undefined || sku.type === SkuType.SubscriptionGroup)
    return impossible(`There is no SKU ${skuId}.`);
  return isAvailable(sku) ? sku : impossible(`SKU ${skuId} is not for sale.`);
}

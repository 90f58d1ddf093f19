import type { Snowflake } from "sdkpp/wire";
import { endKey } from "../../records/end-key.js";
import { payerKey } from "../../records/monetisation/entitlement.js";
import { skuPayerKey, type Subscription } from "../../records/monetisation/subscription.js";
import type { MonetisationWorld } from "./monetisation-world.js";

/** All subscriptions that a user ever had of an application, oldest first. */
export function subscriptionsOf(
  { subscriptions }: MonetisationWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): Subscription[] {
  return subscriptions.listBy("payer", payerKey(applicationId, userId));
}

/** A user's subscriptions that have a SKU now, oldest first. */
export function subscriptionsTo(
  { subscriptions }: MonetisationWorld,
  skuId: Snowflake,
  userId: Snowflake,
): Subscription[] {
  return subscriptions.listBy("sku", skuPayerKey(skuId, userId));
}

/** Subscriptions whose period is over, first those that ended first. @param unixMs not negative */
export function dueSubscriptions(
  { subscriptions }: MonetisationWorld,
  unixMs: number,
  limit: number,
): Subscription[] {
  return subscriptions.listUpTo("due", endKey(unixMs), limit);
}

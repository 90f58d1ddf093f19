import type { Subscription } from "../../records/monetisation/subscription.js";

/** A subscription on the wire. */
export function subscriptionView(subscription: Subscription): Record<string, unknown> {
  const { id, userId, skuIds, entitlementIds, renewalSkuIds, period, status, canceledAt } = subscription;
  return {
    id,
    user_id: userId,
    sku_ids: skuIds,
    entitlement_ids: entitlementIds,
    renewal_sku_ids: renewalSkuIds,
    current_period_start: timeView(period.start),
    current_period_end: timeView(period.end),
    status,
    canceled_at: canceledAt === null ? null : timeView(canceledAt),
  };
}

function timeView(unixMs: number): string {
  return new Date(unixMs).toISOString();
}

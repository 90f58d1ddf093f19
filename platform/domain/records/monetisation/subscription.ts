import { SubscriptionStatus, type Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { endKey } from "../end-key.js";
import { payerKey } from "./entitlement.js";
import type { Period } from "./period.js";

/** A user pays for a SKU month by month. */
export interface Subscription {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** The server that it is for; null: the user itself */
  readonly guildId: Snowflake | null;
  readonly skuIds: readonly Snowflake[];
  readonly entitlementIds: readonly Snowflake[];
  /** SKUs after the next renewal; null: the same */
  readonly renewalSkuIds: readonly Snowflake[] | null;
  /** When its periods began to be counted, Unix milliseconds. */
  readonly anchor: number;
  readonly period: Period;
  /** A value of `SubscriptionStatus`. */
  readonly status: number;
  /** Unix milliseconds */
  readonly canceledAt: number | null;
  /** Its payments fail: it is neither renewed nor ended until that is settled. */
  readonly isUnpaid: boolean;
}

export function subscriptionIndex(subscription: Subscription): IndexValues {
  const { applicationId, userId, skuIds, status, isUnpaid, period } = subscription;
  const waits = status === SubscriptionStatus.Inactive || isUnpaid;
  return {
    payer: payerKey(applicationId, userId),
    sku: skuIds.map((skuId) => skuPayerKey(skuId, userId)),
    ...(waits ? {} : { due: endKey(period.end) }),
  };
}

/** Index key of one user's subscriptions to an SKU. */
export function skuPayerKey(skuId: Snowflake, userId: Snowflake): string {
  return `${skuId}:${userId}`;
}

import type { Entitlement } from "../records/monetisation/entitlement.js";
import type { Subscription } from "../records/monetisation/subscription.js";

/** Somebody has got access, or has it without an end from now on. */
export interface EntitlementCreated {
  readonly kind: "entitlementCreated";
  readonly entitlement: Entitlement;
}

/** Access has ended, or is used up. */
export interface EntitlementUpdated {
  readonly kind: "entitlementUpdated";
  readonly entitlement: Entitlement;
}

/** Access was taken back. */
export interface EntitlementDeleted {
  readonly kind: "entitlementDeleted";
  readonly entitlement: Entitlement;
}

export interface SubscriptionCreated {
  readonly kind: "subscriptionCreated";
  readonly subscription: Subscription;
}

export interface SubscriptionUpdated {
  readonly kind: "subscriptionUpdated";
  readonly subscription: Subscription;
}

export type MonetisationFact =
  EntitlementCreated | EntitlementUpdated | EntitlementDeleted | SubscriptionCreated | SubscriptionUpdated;

import { Collection, type Store } from "../../../store/store.js";
import { entitlementIndex, type Entitlement } from "../../records/monetisation/entitlement.js";
import { skuIndex, type Sku } from "../../records/monetisation/sku.js";
import { subscriptionIndex, type Subscription } from "../../records/monetisation/subscription.js";

/** The items that applications sell. */
export interface SkuWorld {
  readonly skus: Collection<Sku>;
}

export interface MonetisationWorld extends SkuWorld {
  readonly entitlements: Collection<Entitlement>;
  readonly subscriptions: Collection<Subscription>;
}

export function skuWorld(store: Store): SkuWorld {
  return {
    skus: new Collection<Sku>(store, "sku", (one) => one.id, skuIndex),
  };
}

export function monetisationWorld(store: Store): Omit<MonetisationWorld, keyof SkuWorld> {
  return {
    entitlements: new Collection<Entitlement>(store, "entitlement", (one) => one.id, entitlementIndex),
    subscriptions: new Collection<Subscription>(store, "subscription", (one) => one.id, subscriptionIndex),
  };
}

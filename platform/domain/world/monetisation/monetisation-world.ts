import type { Collection } from "../../../store/store.js";
import type { Entitlement } from "../../records/monetisation/entitlement.js";
import type { Sku } from "../../records/monetisation/sku.js";
import type { Subscription } from "../../records/monetisation/subscription.js";

/** What applications sell. */
export interface SkuWorld {
  readonly skus: Collection<Sku>;
}

export interface MonetisationWorld extends SkuWorld {
  readonly entitlements: Collection<Entitlement>;
  readonly subscriptions: Collection<Subscription>;
}

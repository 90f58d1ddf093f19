/** `type` of a SKU. */
export const SkuType = {
  Durable: 2,
  Consumable: 3,
  Subscription: 5,
  /** made with each subscription, for no use of its own */
  SubscriptionGroup: 6,
} as const;

/** Bits of a SKU's `flags`. */
export const SkuFlag = {
  /** can be bought */
  Available: 1 << 2,
  /** a user buys it for a server */
  GuildSubscription: 1 << 7,
  /** a user buys it for itself */
  UserSubscription: 1 << 8,
} as const;

/** `type` of an entitlement: how it was obtained. */
export const EntitlementType = {
  Purchase: 1,
  PremiumSubscription: 2,
  DeveloperGift: 3,
  TestModePurchase: 4,
  FreePurchase: 5,
  UserGift: 6,
  PremiumPurchase: 7,
  ApplicationSubscription: 8,
} as const;

/** `owner_type` of a test entitlement. */
export const EntitlementOwnerType = { Guild: 1, User: 2 } as const;

/** `status` of a subscription. */
export const SubscriptionStatus = { Active: 0, Inactive: 1, Ending: 2 } as const;

/** SKUs of an application; a subscription and its group are one. */
export const SKUS_MAX = 50;
export const SKU_NAME_MAX = 80;
/** Entitlements in one answer. */
export const ENTITLEMENTS_PAGE_MAX = 100;
/** Subscriptions in one answer. */
export const SUBSCRIPTIONS_PAGE_MAX = 100;
/** Subscriptions in one answer when no number is asked for. */
export const SUBSCRIPTIONS_PAGE_DEFAULT = 50;

import type { Entitlement } from "../../records/monetisation/entitlement.js";

/** An entitlement on the wire. */
export function entitlementView(entitlement: Entitlement): Record<string, unknown> {
  const { startsAt, endsAt, subscriptionId } = entitlement;
  return {
    ...partialEntitlementView(entitlement),
    starts_at: timeView(startsAt),
    ends_at: timeView(endsAt),
    ...(subscriptionId === null ? {} : { subscription_id: subscriptionId }),
  };
}

/** A new test entitlement, which says nothing of times. */
export function partialEntitlementView(entitlement: Entitlement): Record<string, unknown> {
  const { id, skuId, applicationId, userId, guildId, gifterId, type, deleted, consumed } = entitlement;
  return {
    id,
    sku_id: skuId,
    application_id: applicationId,
    ...(userId === null ? {} : { user_id: userId }),
    ...(guildId === null ? {} : { guild_id: guildId }),
    ...(gifterId === null ? {} : { gifter_user_id: gifterId }),
    type,
    deleted,
    consumed,
  };
}

function timeView(unixMs: number | null): string | null {
  return unixMs === null ? null : new Date(unixMs).toISOString();
}

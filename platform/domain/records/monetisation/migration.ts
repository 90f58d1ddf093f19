import { EntitlementType } from "sdkpp/wire";
import type { Entitlement } from "./entitlement.js";
import type { Period } from "./period.js";

/**
 * Since then a subscription has one entitlement without an end; before, each period was an end that the next one moved. Those of
 * before change when they are renewed, the last of them a month later, on 2024-11-01.
 */
export const MIGRATION_START = Date.UTC(2024, 9, 1);

/** The fields that depend on when the access of a subscription was granted or renewed. */
type Terms = Pick<Entitlement, "type" | "startsAt" | "endsAt">;

/** How a subscription gives access in a period. */
export function termsOf({ start, end }: Period): Terms {
  return start < MIGRATION_START
    ? { type: EntitlementType.ApplicationSubscription, startsAt: start, endsAt: end }
    : { type: EntitlementType.Purchase, startsAt: start, endsAt: null };
}

/** Whether an entitlement of a subscription is one of those that end with each period. */
export function isOfPeriods({ type }: Pick<Entitlement, "type">): boolean {
  return type === EntitlementType.ApplicationSubscription;
}

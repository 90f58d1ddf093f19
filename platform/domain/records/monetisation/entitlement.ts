import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** The owner of an entitlement: a user, or all members of a server that a user may have paid for. */
export interface EntitlementOwner {
  readonly applicationId: Snowflake;
  /** null: a test entitlement of a server, without a payer */
  readonly userId: Snowflake | null;
  readonly guildId: Snowflake | null;
}

/** Access to a SKU. */
export interface Entitlement extends EntitlementOwner {
  readonly id: Snowflake;
  readonly skuId: Snowflake;
  /** A value of `EntitlementType`. */
  readonly type: number;
  /** It was refunded, or a test was taken back. */
  readonly deleted: boolean;
  /** Unix milliseconds; null: always, for tests */
  readonly startsAt: number | null;
  /** Unix milliseconds; null: without an end */
  readonly endsAt: number | null;
  /** Whether the application has used up a consumable. */
  readonly consumed: boolean;
  /** The application made it over HTTP. */
  readonly isTest: boolean;
  readonly subscriptionId: Snowflake | null;
  /** The user who gave it. */
  readonly gifterId: Snowflake | null;
}

/** Defaults of a new entitlement. */
export const NEW_ENTITLEMENT = {
  deleted: false,
  startsAt: null,
  endsAt: null,
  consumed: false,
  isTest: false,
  subscriptionId: null,
  gifterId: null,
} as const;

/** Index key of an owner: a server's entitlements are under the server, regardless of the payer. */
export function ownerKey({ applicationId, userId, guildId }: EntitlementOwner): string {
  return guildId === null ? `${applicationId}:user:${userId ?? ""}` : `${applicationId}:guild:${guildId}`;
}

/** Index key of a user's purchases in an application, for itself or for a server. */
export function payerKey(applicationId: Snowflake, userId: Snowflake): string {
  return `${applicationId}:${userId}`;
}

export function entitlementIndex(entitlement: Entitlement): IndexValues {
  const { applicationId, userId } = entitlement;
  return {
    application: applicationId,
    owner: ownerKey(entitlement),
    ...(userId === null ? {} : { payer: payerKey(applicationId, userId) }),
  };
}

/** Whether its time is over. */
export function hasEnded({ endsAt }: Pick<Entitlement, "endsAt">, now: number): boolean {
  return endsAt !== null && endsAt <= now;
}

/** Whether it gives access now. */
export function isActive(entitlement: Entitlement, now: number): boolean {
  const { deleted, consumed, startsAt } = entitlement;
  return !deleted && !consumed && !hasEnded(entitlement, now) && (startsAt ?? now) <= now;
}

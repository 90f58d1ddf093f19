import { SkuFlag, SkuType, type Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";

/** An item that an application sells. */
export interface Sku {
  readonly id: Snowflake;
  readonly applicationId: Snowflake;
  /** A value of `SkuType`. */
  readonly type: number;
  /** 1 to 80 characters */
  readonly name: string;
  /** Its name in an address. */
  readonly slug: string;
  /** Bits of `SkuFlag`. */
  readonly flags: number;
  /** The group that was made with a subscription. */
  readonly groupId?: Snowflake;
}

export function skuIndex({ applicationId }: Sku): IndexValues {
  return { application: applicationId };
}

/** Whether it can be bought now. Groups only hold subscriptions together. */
export function isAvailable({ type, flags }: Pick<Sku, "type" | "flags">): boolean {
  return type !== SkuType.SubscriptionGroup && (flags & SkuFlag.Available) !== 0;
}

/** Whether a server owns what is bought, not the user who pays. */
export function isForGuild({ flags }: Pick<Sku, "flags">): boolean {
  return (flags & SkuFlag.GuildSubscription) !== 0;
}

/** `"Gold & Silver"` → `"gold-silver"`; names without Latin letters and digits have an empty one. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

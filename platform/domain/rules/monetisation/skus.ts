import { SKUS_MAX, SkuFlag, SkuType, type Snowflake } from "sdkpp/wire";
import { isAvailable, slugOf, type Sku } from "../../records/monetisation/sku.js";
import { skuView } from "../../views/monetisation/sku.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import { skusOf } from "../../world/monetisation/skus.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { IdsPort } from "../../world/ports.js";
import { unknownApplication } from "../faults.js";
import { done, type Fault, type Result } from "../outcome.js";
import { impossible, unknownSku } from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = MonetisationWorld & IdsPort;

/** A developer's item for sale, and its buyers. */
export interface NewSkuInput {
  readonly applicationId: Snowflake;
  readonly name: string;
  /** A value of `SkuType`, without groups. */
  readonly type: number;
  /** Bits of `SkuFlag`. */
  readonly flags: number;
}

const SUBSCRIPTION_FLAGS = SkuFlag.GuildSubscription | SkuFlag.UserSubscription;

/** `GET /applications/{application}/skus`: oldest first, those that are not for sale too. */
export function listSkus(
  world: MonetisationWorld,
  actor: Actor,
  applicationId: Snowflake,
): Result<Record<string, unknown>[]> {
  if (applicationId !== actor.application.id) return unknownApplication();
  return done(skusOf(world, applicationId).map(skuView));
}

/** A developer makes a SKU; of a subscription its group comes first. */
export function createSku(world: Touched, input: NewSkuInput): Sku | Fault {
  const { applicationId, name, type, flags } = input;
  const all = skusOf(world, applicationId);
  if (all.filter((sku) => sku.type !== SkuType.SubscriptionGroup).length >= SKUS_MAX)
    return impossible(`Application ${applicationId} has ${String(SKUS_MAX)} SKUs.`);
  const fault = mixFault(all, input);
  if (fault !== undefined) return fault;
  const base = { applicationId, name, slug: slugOf(name), flags };
  if (type !== SkuType.Subscription) return stored(world, { ...base, id: world.ids.next(), type });
  const group = stored(world, { ...base, id: world.ids.next(), type: SkuType.SubscriptionGroup });
  return stored(world, { ...base, id: world.ids.next(), type, groupId: group.id });
}

/** A developer publishes a SKU, or takes it from sale. Its owners keep it; subscriptions are not renewed. */
export function setAvailable(world: Touched, skuId: Snowflake, available: boolean): Sku | Fault {
  const sku = world.skus.get(skuId);
  if (sku === undefined || sku.type === SkuType.SubscriptionGroup) return unknownSku();
  const flags = available ? sku.flags | SkuFlag.Available : sku.flags & ~SkuFlag.Available;
  const fault = mixFault(skusOf(world, sku.applicationId), { ...sku, flags });
  if (fault !== undefined) return fault;
  const group = sku.groupId === undefined ? undefined : world.skus.get(sku.groupId);
  if (group !== undefined) stored(world, { ...group, flags });
  return stored(world, { ...sku, flags });
}

/** A developer deletes a SKU that nobody has bought; of a subscription its group goes with it. */
export function removeSku(world: Touched, skuId: Snowflake): Sku | Fault {
  const sku = world.skus.get(skuId);
  if (sku === undefined || sku.type === SkuType.SubscriptionGroup) return unknownSku();
  const isOwned = world.entitlements
    .listBy("application", sku.applicationId)
    .some((one) => one.skuId === skuId);
  if (isOwned) return impossible(`SKU ${skuId} has owners, or had some: take it off sale instead.`);
  for (const id of [skuId, sku.groupId]) if (id !== undefined) world.skus.delete(id);
  return sku;
}

/** An application sells subscriptions to users or to servers, never to both at once. */
function mixFault(
  all: readonly Sku[],
  sku: Pick<Sku, "type" | "flags" | "applicationId">,
): Fault | undefined {
  const kind = sku.flags & SUBSCRIPTION_FLAGS;
  const isMixed = all.some(
    (other) => isAvailable(other) && (other.flags & SUBSCRIPTION_FLAGS & ~kind) !== 0 && kind !== 0,
  );
  return isAvailable(sku) && isMixed
    ? impossible(`Application ${sku.applicationId} offers subscriptions of the other kind.`)
    : undefined;
}

function stored(world: MonetisationWorld, sku: Sku): Sku {
  world.skus.put(sku);
  return sku;
}

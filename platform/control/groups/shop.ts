import { EntitlementType, SKU_NAME_MAX, SkuFlag, SkuType, type Snowflake } from "sdkpp/wire";
import type { Publisher } from "../../domain/reactions/publisher.js";
import type { Entitlement } from "../../domain/records/monetisation/entitlement.js";
import type { Sku } from "../../domain/records/monetisation/sku.js";
import type { Subscription } from "../../domain/records/monetisation/subscription.js";
import { purchase } from "../../domain/rules/monetisation/purchases.js";
import { createSku, removeSku, setAvailable } from "../../domain/rules/monetisation/skus.js";
import * as subscribing from "../../domain/rules/monetisation/subscribing.js";
import { done, Fault, type Result } from "../../domain/rules/outcome.js";
import { skusOf } from "../../domain/world/monetisation/skus.js";
import type { World } from "../../domain/world/world.js";
import { flag, members, oneOf, optional, text } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";
import { knownApplication } from "../known.js";

/** The kinds of items that a developer can sell. */
export type SkuKind = "durable" | "consumable" | "userSubscription" | "guildSubscription";

/** A developer offers something. */
export interface NewSku {
  readonly applicationId: Snowflake;
  /** 1 to 80 characters */
  readonly name: string;
  readonly kind: SkuKind;
  /** Whether it is for sale; default true. */
  readonly isAvailable?: boolean;
}

/** How a user gets what is bought once: `"testMode"` for developers, `"premium"` for subscribers of the platform. */
export type PurchaseKind = "paid" | "free" | "testMode" | "premium";

/** A user buys something once. */
export interface NewPurchase {
  readonly skuId: Snowflake;
  readonly userId: Snowflake;
  /** Default `"paid"`. */
  readonly kind?: PurchaseKind;
}

/** A user is given something. */
export interface NewGift {
  readonly skuId: Snowflake;
  readonly userId: Snowflake;
  /** The user who gives it; the developer unless given. */
  readonly fromUserId?: Snowflake;
}

/** A user subscribes. */
export interface NewSubscription {
  readonly skuId: Snowflake;
  readonly userId: Snowflake;
  /** The server that a subscription of a server is for. */
  readonly guildId?: Snowflake;
}

interface ShopParts {
  readonly world: World;
  readonly publisher: Publisher;
}

const { Available, GuildSubscription, UserSubscription } = SkuFlag;
const SKUS: Readonly<Record<SkuKind, { type: number; flags: number }>> = {
  durable: { type: SkuType.Durable, flags: 0 },
  consumable: { type: SkuType.Consumable, flags: 0 },
  userSubscription: { type: SkuType.Subscription, flags: UserSubscription },
  guildSubscription: { type: SkuType.Subscription, flags: GuildSubscription },
};
const SKU_KINDS = Object.keys(SKUS) as SkuKind[];

const PURCHASES: Readonly<Record<PurchaseKind, number>> = {
  paid: EntitlementType.Purchase,
  free: EntitlementType.FreePurchase,
  testMode: EntitlementType.TestModePurchase,
  premium: EntitlementType.PremiumPurchase,
};
const PURCHASE_KINDS = Object.keys(PURCHASES) as PurchaseKind[];

/**
 * Sells what applications offer: acts as their developers, as users who buy, and as the shop that takes payments. Subscriptions
 * are renewed and end by the platform's clock, month by month.
 *
 * All methods throw an `ArgumentError` or `ArgumentRangeError` with the name of a wrong argument, and a RangeError for what a
 * shop would not do: sell what is not for sale, or what the user already has.
 */
export class ControlShop {
  readonly #parts: ShopParts;

  /** @internal */
  constructor(parts: ShopParts) {
    this.#parts = parts;
  }

  /**
   * Offers a SKU; of a subscription the group SKU is made with it.
   * @throws {RangeError} when the application does not exist, has 50 SKUs, or offers subscriptions of the other kind
   */
  createSku(input: NewSku): Sku {
    const all = skuInput(input);
    const { world } = this.#parts;
    knownApplication(world, "applicationId", all.applicationId);
    return this.#run(() => settled(createSku(world, all)));
  }

  /** Lists the SKUs of an application, oldest first. @throws {RangeError} when the application does not exist */
  list(applicationId: Snowflake): Sku[] {
    const { world } = this.#parts;
    return skusOf(world, knownApplication(world, "applicationId", applicationId).id);
  }

  /** A SKU. @throws {RangeError} when it does not exist */
  get(skuId: Snowflake): Sku {
    const sku = this.#parts.world.skus.get(inputs.id("skuId", skuId));
    if (sku !== undefined) return sku;
    throw new RangeError(
      `There is no SKU ${skuId}; control.shop.list(applicationId) names those of an application.`,
    );
  }

  /**
   * Deletes a SKU that nobody has bought; of a subscription its group SKU goes with it.
   * @throws {RangeError} when it does not exist, or has owners: `setAvailable` takes it off sale
   */
  remove(skuId: Snowflake): void {
    const { id } = this.get(skuId);
    this.#run(() => settled(removeSku(this.#parts.world, id)));
  }

  /**
   * Puts a SKU on sale, or takes it off. Its owners keep it; a subscription to it ends with its period.
   * @throws {RangeError} when it does not exist, or the application offers subscriptions of the other kind
   */
  setAvailable(skuId: Snowflake, isAvailable: boolean): Sku {
    const id = inputs.id("skuId", skuId);
    flag("isAvailable", isAvailable);
    return this.#run(() => settled(setAvailable(this.#parts.world, id, isAvailable)));
  }

  /**
   * A user buys something once.
   * @throws {RangeError} when it is not for sale, is a subscription, or the user has it and has not used it up
   */
  purchase(input: NewPurchase): Entitlement {
    const given = members("input", input);
    const kind = optional("kind", given["kind"], (name, word) => oneOf(name, word, PURCHASE_KINDS)) ?? "paid";
    const skuId = inputs.id("skuId", given["skuId"]);
    const userId = inputs.userId("userId", given["userId"]);
    const type = PURCHASES[kind];
    return this.#run(() => purchase(this.#parts.world, { skuId, userId, type, gifterId: null }));
  }

  /**
   * A user is given something by another one, or by the developer.
   * @throws {RangeError} as {@link purchase}
   */
  gift(input: NewGift): Entitlement {
    const given = members("input", input);
    const skuId = inputs.id("skuId", given["skuId"]);
    const userId = inputs.userId("userId", given["userId"]);
    const gifterId = optional("fromUserId", given["fromUserId"], inputs.userId) ?? null;
    const type = gifterId === null ? EntitlementType.DeveloperGift : EntitlementType.UserGift;
    return this.#run(() => purchase(this.#parts.world, { skuId, userId, type, gifterId }));
  }

  /**
   * Gives the money for an entitlement back: it is deleted. A subscription that gave it is over at once.
   * @throws {RangeError} when there is none, it is one of a test, or it was deleted before
   */
  refund(entitlementId: Snowflake): Entitlement {
    const id = inputs.id("entitlementId", entitlementId);
    return this.#run(() => subscribing.refund(this.#parts.world, id));
  }

  /**
   * A user subscribes, for itself or for a server.
   * @throws {RangeError} when the SKU is no subscription, is not for sale, or the user subscribes to it already
   */
  subscribe(input: NewSubscription): Subscription {
    const given = members("input", input);
    const skuId = inputs.id("skuId", given["skuId"]);
    const userId = inputs.userId("userId", given["userId"]);
    const guildId = optional("guildId", given["guildId"], inputs.id) ?? null;
    return this.#run(() => subscribing.subscribe(this.#parts.world, { skuId, userId, guildId }));
  }

  /** A user cancels: the subscription ends with its period. @throws {RangeError} when it is not active */
  cancel(subscriptionId: Snowflake): Subscription {
    const id = inputs.id("subscriptionId", subscriptionId);
    return this.#run(() => subscribing.cancel(this.#parts.world, id));
  }

  /** A user takes a cancellation back. @throws {RangeError} when the subscription is not about to end */
  resume(subscriptionId: Snowflake): Subscription {
    const id = inputs.id("subscriptionId", subscriptionId);
    return this.#run(() => subscribing.resume(this.#parts.world, id));
  }

  /**
   * A user takes a better SKU: at once, with a new period.
   * @throws {RangeError} when the subscription is not active, or the SKU does not fit it
   */
  upgrade(subscriptionId: Snowflake, skuId: Snowflake): Subscription {
    const [id, sku] = [inputs.id("subscriptionId", subscriptionId), inputs.id("skuId", skuId)];
    return this.#run(() => subscribing.upgrade(this.#parts.world, id, sku));
  }

  /**
   * A user takes a lesser SKU: when the period is over.
   * @throws {RangeError} as {@link upgrade}
   */
  downgrade(subscriptionId: Snowflake, skuId: Snowflake): Subscription {
    const [id, sku] = [inputs.id("subscriptionId", subscriptionId), inputs.id("skuId", skuId)];
    return this.#run(() => subscribing.downgrade(this.#parts.world, id, sku));
  }

  /**
   * Payments fail from now on: the subscription stays active, also after its period, until {@link settlePayments}.
   * @throws {RangeError} when it is not active
   */
  failPayments(subscriptionId: Snowflake): Subscription {
    const id = inputs.id("subscriptionId", subscriptionId);
    return this.#run(() => subscribing.failPayments(this.#parts.world, id));
  }

  /**
   * Payments that failed work again, and the subscription is renewed when its period is over; or they are given up, and it ends
   * at once.
   * @throws {RangeError} when they do not fail
   */
  settlePayments(subscriptionId: Snowflake, isPaid: boolean): Subscription {
    const id = inputs.id("subscriptionId", subscriptionId);
    flag("isPaid", isPaid);
    return this.#run(() => subscribing.settlePayments(this.#parts.world, id, isPaid));
  }

  #run<T extends object>(rule: () => Result<T>): T {
    const result = this.#parts.publisher.settle<T, Fault>(rule);
    if (result instanceof Fault) throw new RangeError(result.message);
    return result;
  }
}

function settled<T extends object>(result: T | Fault): Result<T> {
  return result instanceof Fault ? result : done(result);
}

/** The record that a new SKU gets. @throws {ArgumentError} with the name of a wrong member */
export function skuInput(input: NewSku): Pick<Sku, "applicationId" | "name" | "type" | "flags"> {
  const given = members("input", input);
  const applicationId = inputs.applicationId("applicationId", given["applicationId"]);
  const name = text("name", given["name"], 1, SKU_NAME_MAX);
  const { type, flags } = SKUS[oneOf("kind", given["kind"], SKU_KINDS)];
  const isAvailable = optional("isAvailable", given["isAvailable"], flag) ?? true;
  return { applicationId, name, type, flags: isAvailable ? flags | Available : flags };
}

/** The opposite of {@link skuInput}; undefined for the group of a subscription. */
export function skuKind({ type, flags }: Sku): Required<Pick<NewSku, "kind" | "isAvailable">> | undefined {
  const kind = SKU_KINDS.find(
    (one) => SKUS[one].type === type && (flags & SKUS[one].flags) === SKUS[one].flags,
  );
  return kind && { kind, isAvailable: (flags & Available) !== 0 };
}

import type { Snowflake } from "sdkpp/wire";
import { subscriptionView } from "../../views/monetisation/subscription.js";
import type { MonetisationWorld } from "../../world/monetisation/monetisation-world.js";
import { subscriptionsTo } from "../../world/monetisation/subscriptions.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { invalidField, missingAccess } from "../faults.js";
import { done, type Fault, type Result } from "../outcome.js";
import { unknownSku, unknownSubscription } from "./faults.js";

/** Which subscriptions are wanted. */
export interface SubscriptionFilter {
  readonly userId?: Snowflake | undefined;
  readonly before?: Snowflake | undefined;
  readonly after?: Snowflake | undefined;
  readonly limit: number;
}

/** `GET /skus/{sku}/subscriptions`: of one user, newest first. Users see their own. */
export function listSubscriptions(
  world: MonetisationWorld,
  actor: Actor,
  skuId: Snowflake,
  { userId, before, after, limit }: SubscriptionFilter,
): Result<Record<string, unknown>[]> {
  const fault = accessFault(world, actor, skuId, userId);
  if (fault !== undefined) return fault;
  const of = actor.kind === "bot" ? userId : actor.user.id;
  if (of === undefined) return invalidField("user_id", "BASE_TYPE_REQUIRED", "This field is required");
  const inRange = subscriptionsTo(world, skuId, of).filter(
    ({ id }) =>
      (before === undefined || BigInt(id) < BigInt(before)) &&
      (after === undefined || BigInt(id) > BigInt(after)),
  );
  const page = after === undefined ? inRange.slice(-limit) : inRange.slice(0, limit);
  return done(page.toReversed().map(subscriptionView));
}

/** `GET /skus/{sku}/subscriptions/{subscription}`. */
export function getSubscription(
  world: MonetisationWorld,
  actor: Actor,
  skuId: Snowflake,
  { subscriptionId, userId }: { readonly subscriptionId: Snowflake; readonly userId?: Snowflake | undefined },
): Result<Record<string, unknown>> {
  const fault = accessFault(world, actor, skuId, userId);
  if (fault !== undefined) return fault;
  const subscription = world.subscriptions.get(subscriptionId);
  const of = actor.kind === "bot" ? userId : actor.user.id;
  const isShown =
    subscription?.skuIds.includes(skuId) === true && (of === undefined || subscription.userId === of);
  return isShown ? done(subscriptionView(subscription)) : unknownSubscription();
}

/** The SKU must be of the actor's application, and users ask about themselves only. */
function accessFault(
  { skus }: MonetisationWorld,
  actor: Actor,
  skuId: Snowflake,
  userId: Snowflake | undefined,
): Fault | undefined {
  if (skus.get(skuId)?.applicationId !== actor.application.id) return unknownSku();
  const isOther = actor.kind === "bearer" && userId !== undefined && userId !== actor.user.id;
  return isOther ? missingAccess() : undefined;
}

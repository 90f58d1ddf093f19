import { GatewayEvent, type Snowflake } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { entitlementView } from "../../views/monetisation/entitlement.js";
import { subscriptionView } from "../../views/monetisation/subscription.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

export function entitlementCreated(world: World, { entitlement }: FactOf<"entitlementCreated">): Dispatch[] {
  const { applicationId } = entitlement;
  return toBot(world, applicationId, GatewayEvent.EntitlementCreate, entitlementView(entitlement));
}

export function entitlementUpdated(world: World, { entitlement }: FactOf<"entitlementUpdated">): Dispatch[] {
  const { applicationId } = entitlement;
  return toBot(world, applicationId, GatewayEvent.EntitlementUpdate, entitlementView(entitlement));
}

export function entitlementDeleted(world: World, { entitlement }: FactOf<"entitlementDeleted">): Dispatch[] {
  const { applicationId } = entitlement;
  return toBot(world, applicationId, GatewayEvent.EntitlementDelete, entitlementView(entitlement));
}

export function subscriptionCreated(
  world: World,
  { subscription }: FactOf<"subscriptionCreated">,
): Dispatch[] {
  const { applicationId } = subscription;
  return toBot(world, applicationId, GatewayEvent.SubscriptionCreate, subscriptionView(subscription));
}

export function subscriptionUpdated(
  world: World,
  { subscription }: FactOf<"subscriptionUpdated">,
): Dispatch[] {
  const { applicationId } = subscription;
  return toBot(world, applicationId, GatewayEvent.SubscriptionUpdate, subscriptionView(subscription));
}

/** Notifies the bot of the application, on its first shard, also about items that a server owns. */
function toBot(world: World, applicationId: Snowflake, t: string, d: unknown): Dispatch[] {
  const botId = world.applications.get(applicationId)?.botUserId;
  return botId === undefined ? [] : [dispatch(t, d, { to: "users", applicationId, userIds: [botId] })];
}

import { SUBSCRIPTIONS_PAGE_DEFAULT, SUBSCRIPTIONS_PAGE_MAX } from "sdkpp/wire";
import { getSubscription, listSubscriptions } from "../domain/rules/monetisation/subscription-lists.js";
import { route } from "./route.js";

const ALL = "/skus/{sku.id}/subscriptions";
const PAGE = { min: 1, max: SUBSCRIPTIONS_PAGE_MAX, fallback: SUBSCRIPTIONS_PAGE_DEFAULT };

export const subscriptionRoutes = [
  route("GET", ALL, {
    docs: "resources/subscription#list-sku-subscriptions",
    auth: "any",
    query: (read) => ({
      userId: read.id("user_id"),
      before: read.id("before"),
      after: read.id("after"),
      limit: read.integer("limit", PAGE),
    }),
    handle: ({ actor, params, query }, world) => listSubscriptions(world, actor, params["sku.id"], query),
  }),
  route("GET", `${ALL}/{subscription.id}`, {
    docs: "resources/subscription#get-sku-subscription",
    auth: "any",
    query: (read) => read.id("user_id"),
    handle: ({ actor, params, query: userId }, world) =>
      getSubscription(world, actor, params["sku.id"], { subscriptionId: params["subscription.id"], userId }),
  }),
];

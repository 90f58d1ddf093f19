import { listSkus } from "../domain/rules/monetisation/skus.js";
import { route } from "./route.js";

export const skuRoutes = [
  route("GET", "/applications/{application.id}/skus", {
    docs: "resources/sku#list-skus",
    auth: "bot",
    handle: ({ actor, params }, world) => listSkus(world, actor, params["application.id"]),
  }),
];

import { done } from "../domain/rules/outcome.js";
import { route } from "./route.js";

/** Announced, not enforced (G§3). */
const SESSION_START_LIMIT = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };

export const gatewayInfoRoutes = [
  route("GET", "/gateway", {
    docs: "events/gateway#get-gateway",
    auth: "none",
    handle: (_request, _world, addresses) => done({ url: addresses.gateway }),
  }),
  route("GET", "/gateway/bot", {
    docs: "events/gateway#get-gateway-bot",
    auth: "bot",
    handle: (_request, _world, addresses) =>
      done({ url: addresses.gateway, shards: 1, session_start_limit: SESSION_START_LIMIT }),
  }),
];

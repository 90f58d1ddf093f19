import { done } from "../domain/rules/outcome.js";
import { botGatewayView } from "../domain/views/presence/bot-gateway.js";
import { route } from "./route.js";

export const gatewayInfoRoutes = [
  route("GET", "/gateway", {
    docs: "events/gateway#get-gateway",
    auth: "none",
    handle: (_request, _world, addresses) => done({ url: addresses.gateway }),
  }),
  route("GET", "/gateway/bot", {
    docs: "events/gateway#get-gateway-bot",
    auth: "bot",
    handle: ({ actor }, world, addresses) => done(botGatewayView(world, actor.user.id, addresses.gateway)),
  }),
];

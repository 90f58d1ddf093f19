import { PINS_PAGE_MAX } from "sdkpp/wire";
import { listNewestPins, listPins, pinMessage, unpinMessage } from "../domain/rules/message/pins.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: PINS_PAGE_MAX, fallback: PINS_PAGE_MAX };

export const pinRoutes = [
  route("GET", "/channels/{channel.id}/messages/pins", {
    docs: "resources/message#get-channel-pins",
    auth: "bot",
    query: (read) => ({ limit: read.integer("limit", LIMIT), before: read.time("before") }),
    handle: ({ actor, params, query }, world) => listPins(world, actor, params["channel.id"], query),
  }),
  route("PUT", "/channels/{channel.id}/messages/pins/{message.id}", {
    docs: "resources/message#pin-message",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      pinMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("DELETE", "/channels/{channel.id}/messages/pins/{message.id}", {
    docs: "resources/message#unpin-message",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      unpinMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("GET", "/channels/{channel.id}/pins", {
    docs: "resources/message#get-pinned-messages-deprecated",
    auth: "bot",
    handle: ({ actor, params }, world) => listNewestPins(world, actor, params["channel.id"], PINS_PAGE_MAX),
  }),
  route("PUT", "/channels/{channel.id}/pins/{message.id}", {
    docs: "resources/message#pin-message-deprecated",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      pinMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
  route("DELETE", "/channels/{channel.id}/pins/{message.id}", {
    docs: "resources/message#unpin-message-deprecated",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      unpinMessage(world, actor, params["channel.id"], params["message.id"]),
  }),
];

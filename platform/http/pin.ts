import { PINS_PAGE_MAX } from "sdkpp/wire";
import { invalidField } from "../domain/rules/faults.js";
import { listNewestPins, listPins, pinMessage, unpinMessage } from "../domain/rules/message/pins.js";
import { Fault } from "../domain/rules/outcome.js";
import { integerOf, type Query } from "./query.js";
import { route } from "./route.js";

const LIMIT = { min: 1, max: PINS_PAGE_MAX, fallback: PINS_PAGE_MAX };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A point in time of a query string, in Unix milliseconds; undefined when it is absent. */
function timeOf(query: Query, name: string): number | undefined | Fault {
  const text = query[name];
  if (text === undefined) return undefined;
  const time = typeof text === "string" && TIME.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time)
    ? invalidField(name, "DATE_TIME_TYPE_PARSE", "Could not parse the value. Should be an ISO8601 timestamp.")
    : time;
}

export const pinRoutes = [
  route("GET", "/channels/{channel.id}/messages/pins", {
    docs: "resources/message#get-channel-pins",
    auth: "bot",
    handle: ({ actor, params, query }, world) => {
      const limit = integerOf(query, "limit", LIMIT);
      if (limit instanceof Fault) return limit;
      const before = timeOf(query, "before");
      if (before instanceof Fault) return before;
      return listPins(world, actor, params["channel.id"], { before, limit });
    },
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

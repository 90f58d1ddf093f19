import { mistake } from "../../guard/arguments.js";
import { isNestedTooDeep } from "../../json/nesting.js";
import { GATEWAY_EVENT_SHAPES } from "./gateway-events.js";
import type { Shape } from "./shape.js";

/** Names that an error lists. */
const LISTED_MAX = 5;

/** @throws {ArgumentError}, {@link ArgumentRangeError} with events whose names are like it */
export function gatewayEventShape(name: string, event: unknown): Shape {
  const shape = typeof event === "string" ? GATEWAY_EVENT_SHAPES.get(event) : undefined;
  if (shape !== undefined) return shape;
  throw mistake(typeof event === "string", name, `an event that may come at any time${like(event)}`, event);
}

function like(event: unknown): string {
  const [first = ""] = String(event).toUpperCase().split("_");
  const names = [...GATEWAY_EVENT_SHAPES.keys()];
  const alike = names.filter((name) => name.startsWith(first)).slice(0, LISTED_MAX);
  return `, such as ${(alike.length > 0 ? alike : names.slice(0, LISTED_MAX)).join(", ")}`;
}

/**
 * A copy of what a developer gave as the data of an event, as JSON carries it.
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the member that is missing or wrong
 */
export function ownData(name: string, data: unknown, shape: Shape): unknown {
  const copy = throughJson(name, data);
  shape(name, copy);
  return copy;
}

function throughJson(name: string, data: unknown): unknown {
  const text = written(name, data);
  if (text === undefined) return undefined;
  if (isNestedTooDeep(text)) throw mistake(true, name, "at most 100 levels of objects and lists", data);
  return JSON.parse(text) as unknown;
}

function written(name: string, data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    throw mistake(false, name, "what JSON can say", data);
  }
}

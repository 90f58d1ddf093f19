import type { GatewayFrame } from "../../wire/index.js";
import { asInteger, asObject, asString } from "../checked.js";

/**
 * Reads one gateway message. Unknown fields are left alone, `s` and `t` of the wrong type count as absent.
 * @returns undefined when it is not a gateway message
 */
export function parseGatewayFrame(text: string): GatewayFrame | undefined {
  const frame = asObject(parseJson(text));
  const op = asInteger(frame?.["op"], 0, 255);
  if (frame === undefined || op === undefined) return undefined;
  return {
    op,
    d: frame["d"],
    s: asInteger(frame["s"], 0, Number.MAX_SAFE_INTEGER) ?? null,
    t: asString(frame["t"]) ?? null,
  };
}

/** @returns undefined when the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

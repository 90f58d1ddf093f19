import { asObject, asString } from "../checked.js";

/** When a token ends, of `GET /oauth2/@me`. @returns Unix milliseconds; undefined when it is not said */
export function parseTokenExpiry(value: unknown): number | undefined {
  const text = asString(asObject(value)?.["expires"]);
  const unixMs = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(unixMs) ? undefined : unixMs;
}

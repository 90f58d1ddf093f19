import { asObject, asString } from "../checked.js";

/** Expiry of a token, from `GET /oauth2/@me`. @returns Unix milliseconds; undefined when the response has none */
export function parseTokenExpiry(value: unknown): number | undefined {
  const text = asString(asObject(value)?.["expires"]);
  const unixMs = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(unixMs) ? undefined : unixMs;
}

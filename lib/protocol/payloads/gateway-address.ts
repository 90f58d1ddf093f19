import { asObject, asString } from "../checked.js";

/** The address in the answer of `GET /gateway`; only WebSocket addresses count. */
export function parseGatewayAddress(body: unknown): string | undefined {
  const url = asString(asObject(body)?.["url"]);
  return url !== undefined && /^wss?:\/\//.test(url) && URL.canParse(url) ? url : undefined;
}

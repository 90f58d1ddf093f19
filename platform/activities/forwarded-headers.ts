import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { ProxiedTarget } from "./proxied-target.js";

/** Of one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const COOKIES: ReadonlySet<string> = new Set(["cookie", "set-cookie", "set-cookie2"]);
/** What the proxy calls itself in `via`. */
const NAME = "sdkpp-activity-proxy";

/** Whether a request has been through a proxy of a platform: a mapping that leads back here would never end. */
export function hasPassed({ via }: IncomingHttpHeaders): boolean {
  return via?.includes(NAME) === true;
}

/** Headers for the target of a mapping. It does not learn the address of its user. @param host of the target */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  host: string,
  target: ProxiedTarget,
): OutgoingHttpHeaders {
  const via = headers.via === undefined ? `1.1 ${NAME}` : `${headers.via}, 1.1 ${NAME}`;
  return { ...endToEnd(headers, target), host, via };
}

/** Headers for the page of an activity. @param policy what the page may reach */
export function responseHeaders(
  headers: IncomingHttpHeaders,
  policy: string,
  target: ProxiedTarget,
): OutgoingHttpHeaders {
  const own = headers["content-security-policy"];
  return {
    ...endToEnd(headers, target),
    // A page obeys all of them.
    "content-security-policy": own === undefined ? policy : [own, policy].flat().join(", "),
  };
}

/** Cookies belong to an origin: activities without one of their own would get those of others. */
function endToEnd(headers: IncomingHttpHeaders, { hasOwnOrigin }: ProxiedTarget): OutgoingHttpHeaders {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const isDropped = (name: string): boolean =>
    HOP_BY_HOP.has(name) || named.includes(name) || (!hasOwnOrigin && COOKIES.has(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isDropped(name)));
}

import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { ProxiedTarget } from "./proxied-target.js";

/** Headers of one connection only (RFC 9110, 7.6.1). */
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
/** The proxy's name in `via`. */
const NAME = "sdkpp-activity-proxy";

/** Whether a request has been through a proxy of a platform: a mapping that leads back here would never end. */
export function hasPassed({ via }: IncomingHttpHeaders): boolean {
  return via?.includes(NAME) === true;
}

/**
 * Headers for the target of a mapping, without those of {@link framing}. It does not learn the address of its user.
 * @param host of the target
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  host: string,
  target: ProxiedTarget,
): OutgoingHttpHeaders {
  const via = headers.via === undefined ? `1.1 ${NAME}` : `${headers.via}, 1.1 ${NAME}`;
  const forwarded = endToEnd(headers, target);
  delete forwarded["content-length"];
  return { ...forwarded, host, via };
}

/** Headers of a response that opens a socket; what is of one connection is of this one. */
export function switchHeaders(headers: IncomingHttpHeaders, target: ProxiedTarget): OutgoingHttpHeaders {
  const { upgrade = "websocket" } = headers;
  return { ...endToEnd(headers, target), connection: "Upgrade", upgrade };
}

/**
 * How the body of a request is framed: as it came, and by us. A header that `connection` names is not forwarded, and then a
 * target would take the body for the next request.
 * @returns undefined: there is no body
 */
export function framing(headers: IncomingHttpHeaders): OutgoingHttpHeaders | undefined {
  if (headers["transfer-encoding"] !== undefined) return { "transfer-encoding": "chunked" };
  const length = headers["content-length"];
  return length === undefined ? undefined : { "content-length": length };
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

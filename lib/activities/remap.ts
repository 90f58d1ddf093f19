import { pathFor, readMappings, type ReadMapping, type UrlMapping } from "./url-mapping.js";

/** An address, and what it is to become. */
export interface Remap {
  readonly url: URL;
  readonly mappings: readonly UrlMapping[];
  /** The address of the page: the origin of the activity. */
  readonly page: URL;
  /** Whether paths begin with `/.proxy`, as older proxies need; default false. */
  readonly proxyPrefix?: boolean;
}

const PREFIX = "/.proxy";

/**
 * The address below the activity's origin that stands for one outside. Changes nothing itself.
 * @returns the given URL when no mapping is for it
 * @throws {TypeError} when a mapping is invalid, with the name of what is wrong
 */
export function attemptRemap({ url, mappings, page, proxyPrefix = false }: Remap): URL {
  return remapped(url, readMappings(mappings), page, proxyPrefix);
}

/** The same with parsed mappings. */
export function remapped(url: URL, mappings: readonly ReadMapping[], page: URL, proxyPrefix: boolean): URL {
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return url;
  const path = url.host === page.host ? url.pathname : firstPath(mappings, url);
  if (path === undefined) return url;
  const isPrefixed = path === PREFIX || path.startsWith(`${PREFIX}/`);
  if (url.host === page.host && (isPrefixed || !proxyPrefix)) return url;
  const result = new URL(page.origin);
  result.protocol = protocolFor(url, page);
  result.pathname = proxyPrefix && !isPrefixed ? PREFIX + path : path;
  result.search = url.search;
  result.hash = url.hash;
  return result;
}

function firstPath(mappings: readonly ReadMapping[], url: URL): string | undefined {
  for (const mapping of mappings) {
    const path = pathFor(mapping, url);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** A socket stays one; whether there is TLS is the page's affair. */
function protocolFor({ protocol }: URL, page: URL): string {
  const isSocket = protocol.startsWith("ws");
  if (page.protocol === "https:") return isSocket ? "wss:" : "https:";
  return isSocket ? "ws:" : "http:";
}

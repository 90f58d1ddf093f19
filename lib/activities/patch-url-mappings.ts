import { patchFetch, patchWebSocket, patchXmlHttpRequest } from "./patched-requests.js";
import { patchSources } from "./patched-sources.js";
import { remapped } from "./remap.js";
import { readMappings, type UrlMapping } from "./url-mapping.js";

/** Selects the browser interfaces to patch. */
export interface PatchUrlMappingsOptions {
  /** Default true. */
  readonly patchFetch?: boolean;
  /** Default true. */
  readonly patchWebSocket?: boolean;
  /** Default true. */
  readonly patchXhr?: boolean;
  /** Whether `src` of pictures, scripts, frames and media is patched, also in markup that is added; default false. */
  readonly patchSrcAttributes?: boolean;
  /** Whether paths begin with `/.proxy`, as older proxies need; default false. */
  readonly proxyPrefix?: boolean;
}

/**
 * Lets a page in a frame reach addresses outside through its activity's proxy: from now on requests of the page, of its
 * libraries too, go to the path of their mapping. Addresses without a mapping stay as they are.
 * @param mappings those of the application, with the addresses that the page uses as targets
 * @returns ends it, whatever was patched since; may be called more than once
 * @throws {TypeError} when a mapping is invalid, with the name of what is wrong, or there is no page
 */
export function patchUrlMappings(
  mappings: readonly UrlMapping[],
  options: PatchUrlMappingsOptions = {},
): () => void {
  const read = readMappings(mappings);
  const { proxyPrefix = false } = options;
  if (typeof location === "undefined")
    throw new TypeError("patchUrlMappings: expected a page, received none");
  let isOver = false;
  const remap = (address: string): string => {
    if (isOver || !URL.canParse(address, document.baseURI)) return address;
    const url = new URL(address, document.baseURI);
    const result = remapped(url, read, new URL(location.href), proxyPrefix);
    return result === url ? address : result.href;
  };
  const undo = [
    options.patchFetch !== false && patchFetch(remap),
    options.patchWebSocket !== false && patchWebSocket(remap),
    options.patchXhr !== false && patchXmlHttpRequest(remap),
    options.patchSrcAttributes === true && patchSources(remap),
  ];
  return () => {
    if (isOver) return;
    isOver = true;
    for (const one of undo) if (one !== false) one();
  };
}

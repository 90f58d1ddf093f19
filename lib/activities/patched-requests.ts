import { replace } from "./replaced.js";

/** Maps an address; returns the same text when no mapping applies. */
export type RemapAddress = (address: string) => string;

export function patchFetch(remap: RemapAddress): () => void {
  return replace(globalThis, "fetch", (old) => (input, init) => {
    if (!(input instanceof Request)) return old.call(globalThis, remap(String(input)), init);
    const address = remap(input.url);
    if (address === input.url) return old.call(globalThis, input, init);
    return readdressed(input, address).then((request) => old.call(globalThis, request, init));
  });
}

/** Reads the body: browsers send one that is a stream over HTTP/2 only. */
async function readdressed(request: Request, address: string): Promise<Request> {
  const { method, headers, mode, credentials, cache, redirect, referrer, referrerPolicy } = request;
  const { integrity, keepalive, signal } = request;
  const content = await request.blob();
  const body = content.size === 0 ? null : content;
  const fetching = {
    mode,
    credentials,
    cache,
    redirect,
    referrer,
    referrerPolicy,
    integrity,
    keepalive,
    signal,
  };
  return new Request(address, { method, headers, body, ...fetching });
}

export function patchWebSocket(remap: RemapAddress): () => void {
  return replace(
    globalThis,
    "WebSocket",
    (old) =>
      class extends old {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(remap(String(url)), protocols);
        }
      },
  );
}

export function patchXmlHttpRequest(remap: RemapAddress): () => void {
  type Open = (this: XMLHttpRequest, method: string, url: string | URL, ...more: unknown[]) => void;
  return replace(XMLHttpRequest.prototype, "open", (old) => {
    const open: Open = function (method, url, ...more) {
      (old as Open).call(this, method, remap(String(url)), ...more);
    };
    return open;
  });
}

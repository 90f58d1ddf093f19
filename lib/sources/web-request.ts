import type * as Http from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { SdkError } from "../wire/index.js";
import { assertHost, judgingLookup, type Resolve } from "./reachable-address.js";
import { systemReason, unreadable } from "./source-error.js";

/** A request for a stream. */
export interface WebRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

/** As browsers allow. */
const MOST_REDIRECTS = 20;
const HEADERS_MAX_BYTES = 16_384;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/**
 * Gets an address, follows redirects, and judges every address before it connects. The response has any status but a redirect.
 * @throws {SdkError} ADDRESS_NOT_PUBLIC, SOURCE_UNREADABLE
 */
export async function getWeb(request: WebRequest): Promise<IncomingMessage> {
  let { url, headers } = request;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await send(url, headers, request);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode) || location === undefined) return response;
    response.destroy();
    const next = targetOf(location, url);
    // What the host gave for one server is not another's.
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    url = next;
  }
  throw unreadable(nameOf(request.url), `more than ${String(MOST_REDIRECTS)} redirects`);
}

/** The name of an address in messages, without a password. */
export function nameOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function targetOf(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw unreadable(nameOf(from), "its redirect has no valid address");
  const next = new URL(location, from);
  if (next.protocol === "http:" || next.protocol === "https:") return next;
  throw unreadable(nameOf(from), `it redirects to ${next.protocol}, which is neither http nor https`);
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const secret = new Set(["authorization", "cookie", "proxy-authorization"]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name.toLowerCase())));
}

async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { allowPrivate, resolve, signal }: WebRequest,
): Promise<IncomingMessage> {
  assertHost(url.hostname, allowPrivate);
  const options: RequestOptions = {
    headers,
    signal,
    // Sockets of others may lead to an address that nobody has judged.
    agent: false,
    maxHeaderSize: HEADERS_MAX_BYTES,
    lookup: judgingLookup(allowPrivate, resolve),
  };
  const { request } = (await import(url.protocol === "http:" ? "node:http" : "node:https")) as typeof Http;
  return new Promise((fulfil, reject) => {
    request(url, options, fulfil)
      .end()
      .on("error", (error) => reject(failureOf(url, error)));
  });
}

function failureOf(url: URL, error: Error): Error {
  if (error instanceof SdkError) return error;
  return unreadable(nameOf(url), isShoutcast(error) ? SHOUTCAST : systemReason(error), error);
}

const SHOUTCAST =
  'it answers "ICY 200 OK", as SHOUTcast servers of version 1 do, which is no HTTP; many stations have another address';

/** Node's parser keeps the answer that it refuses. */
function isShoutcast(error: Error & { rawPacket?: unknown }): boolean {
  const { rawPacket } = error;
  return Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 4).toString("latin1") === "ICY ";
}

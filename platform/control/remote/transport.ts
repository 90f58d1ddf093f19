import { request, type IncomingMessage } from "node:http";
import type { ControlAccess } from "../access.js";

/** A response, whole. */
export interface Response {
  readonly status: number;
  readonly body: string;
}

/** How a request differs from a GET without more. */
export interface RequestParts {
  /** JSON; it makes the request a POST. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const UNIX = "unix:";

/**
 * Sends a request to the control API over TCP or a Unix socket, which `fetch` does not know.
 * @param body JSON; undefined: it is a GET
 */
export async function exchange(
  access: ControlAccess,
  path: string,
  body?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await open(access, path, { body, ...(signal && { signal }) });
  return { status: response.statusCode ?? 0, body: await textOf(response) };
}

/** Sends a request. @returns the head of the response, whose body is still to be read */
export function open(
  { url, token }: ControlAccess,
  path: string,
  { body, headers = {}, signal }: RequestParts,
): Promise<IncomingMessage> {
  const target = url.startsWith(UNIX) ? { socketPath: url.slice(UNIX.length), path } : urlTarget(url, path);
  const all = {
    ...headers,
    authorization: `Bearer ${token}`,
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = request({ ...target, method, headers: all, ...(signal && { signal }) }, resolve);
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The body of a response. */
export async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of response.setEncoding("utf8") as AsyncIterable<string>) text += part;
  return text;
}

function urlTarget(url: string, path: string) {
  const { hostname, port } = new URL(url);
  return { hostname, port, path };
}

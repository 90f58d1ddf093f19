import type { Platform } from "@sdkpp/platform";

/** A response of the platform: its status, and its body if it has one. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
}

/**
 * Sends a request to the HTTP API, version 10.
 * @param authorization value of the header; undefined: nobody
 * @param path below the version
 * @param body sent as JSON
 * @param headers in addition
 */
export async function sendRequest<Body = unknown>(
  platform: Platform,
  authorization: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method,
    headers: {
      ...headers,
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as Body };
}

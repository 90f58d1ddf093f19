import { request } from "node:http";
import type { ControlAccess } from "../access.js";

/** A response, whole. */
export interface Response {
  readonly status: number;
  readonly body: string;
}

const UNIX = "unix:";

/**
 * Sends a request to the control API over TCP or a Unix socket, which `fetch` does not know.
 * @param body JSON; undefined: it is a GET
 */
export function exchange({ url, token }: ControlAccess, path: string, body?: string): Promise<Response> {
  const target = url.startsWith(UNIX) ? { socketPath: url.slice(UNIX.length), path } : urlTarget(url, path);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ ...target, method: body === undefined ? "GET" : "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function urlTarget(url: string, path: string) {
  const { hostname, port } = new URL(url);
  return { hostname, port, path };
}

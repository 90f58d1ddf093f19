// The `fetch` of a client over node:http: Node's own does not work under wine.
import http from "node:http";

/** @type {typeof globalThis.fetch} */
export function httpFetch(url, { method = "GET", headers = {}, body, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, signal }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(pieces);
        const { statusCode: status = 0 } = response;
        const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve(new Response(bytes.length === 0 ? null : bytes, { status, headers: entries }));
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { RedirectListener, REDIRECT_TIME_LIMIT_MS } from "../../../lib/net/index.js";
import { VirtualClock } from "../../support/virtual-clock.js";

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

function visit(uri: string, path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { port, host } = new URL(uri);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: options.method ?? "GET",
        headers: { Host: options.host ?? host },
      },
      (incoming) => {
        let body = "";
        incoming.on("data", (part: Buffer) => (body += part.toString()));
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}

async function listening(): Promise<{ listener: RedirectListener; clock: VirtualClock; rejected: string[] }> {
  const clock = new VirtualClock();
  const rejected: string[] = [];
  const listener = await RedirectListener.open({
    clock,
    state: "right",
    issuer: "http://127.0.0.1:4000",
    rejected: (reason) => rejected.push(reason),
  });
  return { listener, clock, rejected };
}

describe("the redirect listener", () => {
  it("listens on a random loopback port with the fixed path", async () => {
    const { listener } = await listening();
    expect(listener.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:[1-9][0-9]*\/callback$/);
    listener.abort();
    expect(await listener.result).toEqual({ kind: "aborted" });
  });

  it("rejects wrong requests, continues, and accepts the right one", async () => {
    const { listener, rejected } = await listening();
    const uri = listener.redirectUri;
    expect((await visit(uri, "/favicon.ico")).status).toBe(404);
    expect((await visit(uri, "/callback?code=c&state=wrong")).status).toBe(400);
    expect((await visit(uri, "/callback?code=c&state=right", { host: "localhost:80" })).status).toBe(400);
    expect((await visit(uri, "/callback?code=c&state=right", { method: "POST" })).status).toBe(405);
    expect(rejected).toEqual(["wrong path", "wrong state", "wrong host", "wrong method"]);
    const answer = await visit(uri, "/callback?code=secret-code&state=right");
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(answer.body).not.toContain("secret-code");
    expect(await listener.result).toMatchObject({ kind: "accepted", code: "secret-code" });
  });

  it("is closed for a second request", async () => {
    const { listener } = await listening();
    await visit(listener.redirectUri, "/callback?code=one&state=right");
    await expect(visit(listener.redirectUri, "/callback?code=two&state=right")).rejects.toThrow(
      /ECONNREFUSED|ECONNRESET/,
    );
    expect(await listener.result).toMatchObject({ kind: "accepted", code: "one" });
  });

  it("reports that the user denied access", async () => {
    const { listener } = await listening();
    await visit(listener.redirectUri, "/callback?error=access_denied&state=right");
    expect(await listener.result).toMatchObject({ kind: "denied", cancelled: true });
  });

  it("ends after five minutes and not before", async () => {
    const { listener, clock } = await listening();
    let isOver = false;
    void listener.result.then(() => (isOver = true));
    clock.advance(REDIRECT_TIME_LIMIT_MS - 1);
    await Promise.resolve();
    expect(isOver).toBe(false);
    clock.advance(1);
    expect(await listener.result).toEqual({ kind: "expired" });
  });
});

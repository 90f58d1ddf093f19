import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { HttpClient, type Fetch } from "../../../lib/net/index.js";
import { Secret } from "../../../lib/protocol/index.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

function client(fetch: Fetch, clock = new VirtualClock()): { http: HttpClient; clock: VirtualClock } {
  return { http: new HttpClient({ fetch, clock, userAgent: "test/1", timeoutMs: 30_000 }), clock };
}

const answering =
  (status: number, body: string | null, headers: Record<string, string> = {}): Fetch =>
  () =>
    Promise.resolve(new Response(body, { status, headers }));
const never: Fetch = () => new Promise(() => undefined);
const get = { method: "GET", url: "http://127.0.0.1:1/x" } as const;

describe("an HTTP request", () => {
  it("carries the token, the user agent and the form", async () => {
    const seen: RequestInit[] = [];
    const { http } = client((_url, init) => {
      seen.push(init ?? {});
      return Promise.resolve(new Response("{}"));
    });
    await http.request({ ...get, method: "POST", bearer: new Secret("t"), form: { a: "b c" } });
    expect(seen[0]).toMatchObject({
      body: "a=b+c",
      redirect: "manual",
      headers: {
        Authorization: "Bearer t",
        "User-Agent": "test/1",
        "Content-Type": "application/x-www-form-urlencoded",
      },
    });
  });

  it.each([
    [200, '{"a":1}', { kind: "ok", body: { a: 1 } }],
    [204, null, { kind: "ok", body: undefined }],
    [200, "", { kind: "ok", body: undefined }],
    [200, "<html>Sign in to this network</html>", { kind: "network", message: "the response is not JSON" }],
    [400, '{"code":50035,"message":"Invalid Form Body"}', { kind: "status", code: 50035, retryable: false }],
    [401, '{"message":"401: Unauthorized","code":0}', { kind: "status", code: 0, retryable: false }],
    [302, "", { kind: "status", retryable: false }],
    [502, "", { kind: "status", retryable: true, message: "HTTP 502" }],
  ])("with status %i gives the right outcome", async (status, body, outcome) => {
    expect(await client(answering(status, body)).http.request(get)).toMatchObject(outcome);
  });

  it("gives the server's time, or this machine's when the response has none", async () => {
    const said = { date: "Tue, 01 Jan 2030 00:00:00 GMT" };
    expect(await client(answering(200, "{}", said)).http.request(get)).toMatchObject({
      dateMs: Date.UTC(2030, 0, 1),
    });
    for (const headers of [{}, { date: "soon" }] as Record<string, string>[]) {
      const before = Date.now();
      const outcome = await client(answering(200, "{}", headers)).http.request(get);
      const { dateMs } = outcome as { dateMs: number };
      expect(dateMs >= before && dateMs <= Date.now()).toBe(true);
    }
  });

  it("gives the wait after a 429: the body overrides the header", async () => {
    const limited = { kind: "status", status: 429, retryable: true };
    const header = { "Retry-After": "7" };
    expect(await client(answering(429, "", header)).http.request(get)).toMatchObject({
      ...limited,
      retryAfter: 7,
    });
    const body = '{"message":"m","retry_after":0.25,"global":false}';
    expect(await client(answering(429, body, header)).http.request(get)).toMatchObject({
      ...limited,
      retryAfter: 0.25,
    });
  });

  it("fails with the hidden cause of a network failure", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") });
    expect(await client(() => Promise.reject(cause)).http.request(get)).toEqual({
      kind: "network",
      message: "fetch failed: ECONNREFUSED",
      cause,
    });
  });

  it("ends after the time limit, even where fetch ignores its signal", async () => {
    const { http, clock } = client(never);
    http.setTimeout(500);
    const outcome = http.request(get);
    clock.advance(499);
    await settle();
    clock.advance(1);
    expect(await outcome).toMatchObject({ kind: "timeout" });
    expect(clock.pending).toBe(0);
  });

  it("counts a body that never ends against the time limit", async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => undefined) });
    const { http, clock } = client(() => Promise.resolve(new Response(endless)));
    const outcome = http.request(get);
    await settle();
    clock.advance(30_000);
    expect(await outcome).toMatchObject({ kind: "timeout" });
  });

  it("ends when the caller aborts", async () => {
    const abort = new AbortController();
    const { http, clock } = client(never);
    const outcome = http.request({ ...get, signal: abort.signal });
    abort.abort();
    expect(await outcome).toEqual({ kind: "aborted" });
    expect(clock.pending).toBe(0);
  });

  it("stops reading a response that is too large", async () => {
    const part = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(part) });
    const { http } = client(() => Promise.resolve(new Response(endless)));
    expect(await http.request(get)).toMatchObject({ kind: "network", message: "the response is too large" });
  });

  it("does not print its token", () => {
    expect(
      inspect({ ...get, bearer: new Secret("canary-4711") }, { depth: 9, showHidden: true }),
    ).not.toContain("canary");
  });
});

import type { HttpFaultRule, Platform } from "@sdkpp/platform";
import { beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { platformForTest, player, sdkSession, type Player } from "./support-platform.js";

let platform: Platform;
let ada: Player;

beforeEach(async () => {
  platform = await platformForTest();
  ada = player(platform, 0);
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${platform.endpoints.apiBase}${path}`, { headers: ada.headers, ...init });
const join = (secret: string) => ask("/v10/lobbies", { method: "PUT", body: JSON.stringify({ secret }) });

describe("a rule", () => {
  it("affects requests of its route, the given number of times, under every version of the address", async () => {
    const { control } = platform;
    const count = control.faults.add({ route: "PUT /lobbies", times: 2, what: { status: 503, code: 7 } });
    const first = await join("a");
    expect([first.status, await first.json()]).toEqual([503, { code: 7, message: "Fault 503" }]);
    expect((await ask("/v9/users/@me")).status).toBe(200);
    const second = await ask("/lobbies", { method: "PUT", body: "{}" });
    expect([second.status, count.hits]).toEqual([503, 2]);
    expect([(await join("a")).status, count.hits]).toEqual([200, 2]);
  });

  it("matches any id of a route with ids; the first unused rule applies; none applies after clearing", async () => {
    const { control } = platform;
    control.faults.add({ route: "DELETE /lobbies/{lobby.id}/members/@me", what: { status: 500 } });
    const any = control.faults.add({ route: "any", times: Infinity, what: { status: 403, code: 50_001 } });
    const leave = () => ask("/v10/lobbies/5/members/@me", { method: "DELETE" });
    expect([(await leave()).status, (await leave()).status, (await join("a")).status]).toEqual([
      500, 403, 403,
    ]);
    control.faults.clear();
    expect([(await join("a")).status, any.hits]).toEqual([200, 2]);
  });

  it("ignores requests outside the API's address", async () => {
    platform.control.faults.add({ route: "any", times: Infinity, what: "reset" });
    const page = await fetch(`${platform.endpoints.webBase}/oauth2/authorize`);
    expect(page.status).toBeGreaterThanOrEqual(200);
  });

  it("that is invalid is rejected with the name of the wrong field, and no rule applies", async () => {
    const rules: [rule: unknown, field: string][] = [
      [{ route: "PUT /lobby", what: "reset" }, "route"],
      [{ what: "reset" }, "route"],
      [{ route: "any", times: 0, what: "reset" }, "times"],
      [{ route: "any", times: 1.5, what: "reset" }, "times"],
      [{ route: "any", what: "explode" }, "what"],
      [{ route: "any", what: null }, "what"],
      [{ route: "any", what: { status: 200 } }, "what.status"],
      [{ route: "any", what: { status: 400, code: 1.5 } }, "what.code"],
      [{ route: "any", what: { status: 429, retryAfter: -1 } }, "what.retryAfter"],
    ];
    for (const [rule, field] of rules)
      expect(() => platform.control.faults.add(rule as HttpFaultRule)).toThrow(new RegExp(`^${field}:`));
    expect((await join("a")).status).toBe(200);
  });
});

describe("a fault", () => {
  it("of a rate limit says the given code and message", async () => {
    const what = { status: 429, retryAfter: 1, code: 20_028, message: "The write action is hit" };
    platform.control.faults.add({ route: "PUT /lobbies", what });
    expect(await (await join("a")).json()).toMatchObject({ code: 20_028, message: what.message });
  });

  it("of a rate limit has every header and the whole body", async () => {
    platform.control.faults.add({ route: "PUT /lobbies", what: { status: 429, retryAfter: 2.5 } });
    platform.control.faults.add({
      route: "PUT /lobbies",
      what: { status: 429, retryAfter: 0.25, isGlobal: true },
    });
    const limited = await join("a");
    expect(limited.status).toBe(429);
    expect(Object.fromEntries(limited.headers)).toMatchObject({
      "retry-after": "3",
      via: "1.1 sdkpp-platform",
      "x-ratelimit-limit": "1",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset-after": "2.500",
      "x-ratelimit-scope": "user",
    });
    expect(Number(limited.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
    expect(limited.headers.get("x-ratelimit-bucket")).toMatch(/^[0-9a-f]{8}$/);
    expect(limited.headers.get("x-ratelimit-global")).toBeNull();
    const body = { message: "You are being rate limited.", retry_after: 2.5, global: false, code: 0 };
    expect(await limited.json()).toEqual(body);
    const global = await join("a");
    expect([global.headers.get("x-ratelimit-scope"), global.headers.get("x-ratelimit-global")]).toEqual([
      "global",
      "true",
    ]);
    expect(await global.json()).toEqual({ ...body, retry_after: 0.25, global: true });
  });

  it("of the token endpoints has the form of RFC 6749", async () => {
    const exchange = async (status: number) => {
      platform.control.faults.add({ route: "POST /oauth2/token", what: { status, message: "no" } });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await ask("/oauth2/token", { method: "POST", headers, body: "grant_type=x" });
      return [answer.status, await answer.json()];
    };
    expect(await exchange(503)).toEqual([503, { error: "server_error", error_description: "no" }]);
    expect(await exchange(400)).toEqual([400, { error: "invalid_request", error_description: "no" }]);
  });

  it("that breaks the connection happens before the operation, or after it completes", async () => {
    const { control, seeded } = platform;
    const { socket } = await sdkSession(platform, ada);
    control.faults.add({ route: "PUT /lobbies", what: "reset" });
    await expect(join("before")).rejects.toThrow("fetch failed");
    control.faults.add({ route: "PUT /lobbies", what: "lost" });
    await expect(join("after")).rejects.toThrow("fetch failed");
    const created = await socket.event("LOBBY_CREATE");
    expect(created["application_id"]).toBe(seeded.applicationId);
    // The one before would have made another, and its event would have come first.
    const again = (await (await join("after")).json()) as { id: string };
    expect(again.id).toBe(created["id"]);
    socket.close();
  });

  it("garbage is a success without JSON", async () => {
    platform.control.faults.add({ route: "PUT /lobbies", what: "garbage" });
    const answer = await join("a");
    expect(answer.status).toBe(200);
    await expect(answer.json()).rejects.toThrow(SyntaxError);
  });

  it("that hangs does not prevent the platform from stopping", async () => {
    const count = platform.control.faults.add({ route: "GET /users/@me", what: "hang" });
    const asked = ask("/v10/users/@me").catch((error: unknown) => error);
    await waitFor("the request", () => count.hits === 1);
    await platform.stop();
    expect(await asked).toBeInstanceOf(TypeError);
  });
});

describe("disabled functions", () => {
  it("are listed in READY of new sessions", async () => {
    const { control } = platform;
    const flags = async () => {
      const { socket, ready } = await sdkSession(platform, ada);
      socket.close();
      return ready["feature_flags"];
    };
    control.applications.disableFunctions(["CreateOrJoinLobby", "SendUserMessage"]);
    expect(await flags()).toEqual({
      disabled_functions: ["CreateOrJoinLobby", "SendUserMessage"],
      disabled_gateway_events: [],
    });
    expect(() => control.applications.disableFunctions(["LeaveLobby", "createOrJoinLobby"])).toThrow(
      /^names:/,
    );
    control.applications.disableFunctions([]);
    expect(await flags()).toEqual({ disabled_functions: [], disabled_gateway_events: [] });
  });
});

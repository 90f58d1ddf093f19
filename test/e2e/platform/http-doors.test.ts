// Requests of other HTTP clients that ours does not make: HEAD, other origins, addresses that are not emulated.
import { describe, expect, it } from "vitest";
import type { Platform } from "@sdkpp/platform";
import { platformForTest, player } from "./support-platform.js";

const bot = ({ seeded }: Platform): Record<string, string> => ({ authorization: `Bot ${seeded.botToken}` });

describe("HEAD", () => {
  it.each<[string, (platform: Platform) => string]>([
    ["an open route", ({ endpoints }) => `${endpoints.apiBase}/v10/gateway`],
    ["a route of the bot", ({ endpoints }) => `${endpoints.apiBase}/v10/users/@me`],
    ["a channel", ({ endpoints, seeded }) => `${endpoints.apiBase}/v10/channels/${seeded.textChannelId}`],
    ["what is not there", ({ endpoints }) => `${endpoints.apiBase}/v10/channels/5`],
    ["what nobody may GET", ({ endpoints }) => `${endpoints.apiBase}/v10/science`],
    ["an unknown address", ({ endpoints }) => `${endpoints.apiBase}/v10/nope`],
    ["the consent page", ({ endpoints }) => `${endpoints.webBase}/oauth2/authorize`],
    ["the page of an invite", ({ endpoints }) => `${endpoints.webBase}/invite/none`],
  ])("of %s responds as GET does, without the body", async (_claim, addressOf) => {
    const platform = await platformForTest();
    const url = addressOf(platform);
    const [head, get] = [
      await fetch(url, { method: "HEAD", headers: bot(platform) }),
      await fetch(url, { headers: bot(platform) }),
    ];
    expect([head.status, head.headers.get("content-type")]).toEqual([
      get.status,
      get.headers.get("content-type"),
    ]);
    expect(await head.text()).toBe("");
    expect(head.headers.get("content-length")).toBe(String((await get.arrayBuffer()).byteLength));
  });

  it("follows the fault rules of GET", async () => {
    const platform = await platformForTest();
    const count = platform.control.faults.add({ route: "GET /gateway", what: { status: 503 } });
    const head = await fetch(`${platform.endpoints.apiBase}/v10/gateway`, { method: "HEAD" });
    expect([head.status, count.hits]).toEqual([503, 1]);
  });
});

describe("pages of other origins", () => {
  const GAME = "https://game.example";
  const asked = (platform: Platform, origin: string, path = "/v10/gateway") =>
    fetch(`${platform.endpoints.apiBase}${path}`, { headers: { origin } });
  const preflight = (platform: Platform, origin: string, url = `${platform.endpoints.apiBase}/v10/lobbies`) =>
    fetch(url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,content-type",
        "access-control-request-private-network": "true",
      },
    });
  const allowed = (answer: Response) => answer.headers.get("access-control-allow-origin");

  it("may use nothing unless they are listed", async () => {
    const platform = await platformForTest();
    for (const answer of [await asked(platform, GAME), await preflight(platform, GAME)])
      expect([allowed(answer), answer.headers.get("vary")]).toEqual([null, null]);
  });

  it("may use the API when they are listed, including error responses", async () => {
    const platform = await platformForTest({ cors: [GAME] });
    for (const answer of [await asked(platform, GAME), await asked(platform, GAME, "/v10/users/@me")]) {
      expect([allowed(answer), answer.headers.get("vary")]).toEqual([GAME, "Origin"]);
      expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const answer = await preflight(platform, GAME);
    expect([answer.status, allowed(answer), await answer.text()]).toEqual([204, GAME, ""]);
    expect(answer.headers.get("access-control-allow-methods")?.split(", ")).toEqual(
      expect.arrayContaining(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
    );
    expect(answer.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
    expect(answer.headers.get("access-control-allow-private-network")).toBe("true");
    expect(answer.headers.get("access-control-max-age")).toBe("600");
  });

  it("that are not listed may not, unless all are allowed", async () => {
    const named = await platformForTest({ cors: [GAME] });
    for (const origin of ["https://evil.example", `${GAME}.evil.example`, "http://game.example", "null"])
      for (const answer of [await asked(named, origin), await preflight(named, origin)])
        expect({ origin, allowed: allowed(answer), vary: answer.headers.get("vary") }).toEqual({
          origin,
          allowed: null,
          vary: "Origin",
        });
    const open = await platformForTest({ cors: ["*"] });
    expect(allowed(await asked(open, "https://any.example"))).toBe("https://any.example");
  });

  it("never get access to the platform's own pages", async () => {
    const platform = await platformForTest({ cors: ["*"] });
    for (const path of ["/oauth2/authorize", "/invite/none"]) {
      const url = platform.endpoints.webBase + path;
      expect(allowed(await fetch(url, { headers: { origin: GAME } }))).toBeNull();
      expect(allowed(await preflight(platform, GAME, url))).toBeNull();
    }
  });
});

describe("a word where an id belongs", () => {
  const NOT_FOUND = { code: 0, message: "404: Not Found" };
  const NOT_ALLOWED = { code: 0, message: "405: Method Not Allowed" };

  it.each<[string, string, number, object]>([
    ["GET", "/channels/CHANNEL/messages/pins", 200, { items: [], has_more: false }],
    ["PATCH", "/channels/CHANNEL/messages/pins", 405, NOT_ALLOWED],
    ["GET", "/channels/CHANNEL/messages/search", 404, NOT_FOUND],
    ["GET", "/channels/CHANNEL/messages/bulk-delete", 405, NOT_ALLOWED],
    ["GET", "/guilds/GUILD/members/@me", 405, NOT_ALLOWED],
    ["GET", "/users/@me/messages", 404, NOT_FOUND],
    ["GET", "/lobbies/5/members/bulk", 405, NOT_ALLOWED],
    ["PUT", "/lobbies/5/members/@me", 405, NOT_ALLOWED],
    ["GET", "/lobbies/@me", 404, NOT_FOUND],
  ])("%s %s is another route", async (method, path, status, body) => {
    const platform = await platformForTest();
    const { textChannelId, guildId } = platform.seeded;
    const url =
      platform.endpoints.apiBase + "/v10" + path.replace("CHANNEL", textChannelId).replace("GUILD", guildId);
    const answer = await fetch(url, { method, headers: bot(platform) });
    expect([answer.status, await answer.json()]).toEqual([status, body]);
  });

  it("that is no route is reported as a bad id, by name", async () => {
    const platform = await platformForTest();
    const { headers } = player(platform, 0);
    const answer = await fetch(`${platform.endpoints.apiBase}/v10/lobbies/abc`, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 50_035, errors: { lobby_id: {} } },
    ]);
  });
});

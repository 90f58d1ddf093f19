// The pages that act for a player take their forms from themselves only.
import { createHash, randomBytes } from "node:crypto";
import type { Platform } from "@sdkpp/platform";
import { describe, expect, it } from "vitest";
import { hiddenFields, pressForm } from "../../support/press-form.js";
import { platformForTest } from "./support-platform.js";

const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const REDIRECT = "http://127.0.0.1:49152/callback";

function authorizeUrl({ endpoints, seeded }: Platform, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: seeded.applicationId,
    response_type: "code",
    scope: "openid sdk.social_layer",
    redirect_uri: REDIRECT,
    state: "state of this flow",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...more,
  });
  return `${endpoints.webBase}/oauth2/authorize?${query.toString()}`;
}

const isAgreed = (answer: Response): boolean =>
  answer.status === 302 && (answer.headers.get("location") ?? "").includes("?code=");

describe("the form of the consent page", () => {
  const pressed = ({ seeded }: Platform) => ({ user_id: seeded.userIds[0], authorize: "1" });

  it.each<[string, Record<string, string>, boolean]>([
    ["from nobody who says where from", {}, true],
    ["from its own page", { "sec-fetch-site": "same-origin", origin: "OWN" }, true],
    ["from the same site", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }, false],
    ["from another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
    ["from the address bar", { "sec-fetch-site": "none" }, false],
    ["from a foreign origin", { origin: "https://evil.example" }, false],
    ["from an origin that hides", { origin: "null" }, false],
    ["from the same host with another port", { origin: "http://127.0.0.1:1" }, false],
    ["from the same host with TLS", { origin: "HTTPS" }, false],
  ])("sent %s", async (_claim, headers, isTaken) => {
    const platform = await platformForTest();
    const { webBase } = platform.endpoints;
    const named = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace("OWN", webBase).replace("HTTPS", webBase.replace("http:", "https:")),
      ]),
    );
    const answer = await pressForm(authorizeUrl(platform), pressed(platform), named);
    expect([isAgreed(answer), answer.status]).toEqual([isTaken, isTaken ? 302 : 403]);
  });

  it("is rejected without the page's token: none, a changed one, that of another request", async () => {
    const platform = await platformForTest();
    const url = authorizeUrl(platform);
    const { form_token: good = "" } = hiddenFields(await (await fetch(url)).text());
    const other = hiddenFields(await (await fetch(authorizeUrl(platform, { state: "another" }))).text());
    const [end = "", signature = ""] = good.split(".");
    const bad = [
      undefined,
      "",
      "x",
      `${end}.`,
      `.${signature}`,
      `${Number(end) + 1}.${signature}`,
      `${good}x`,
      other["form_token"],
    ];
    for (const token of bad) {
      const body = new URLSearchParams({
        ...pressed(platform),
        ...(token === undefined ? {} : { form_token: token }),
      });
      const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
      expect({ token, status: answer.status }).toEqual({ token, status: 403 });
      expect(await answer.text()).toContain("This form does not come from this page");
    }
    const body = new URLSearchParams({ ...pressed(platform), form_token: good });
    expect(isAgreed(await fetch(url, { method: "POST", body, redirect: "manual" }))).toBe(true);
  });

  it("of a page that was open for more than an hour is rejected with an explanation", async () => {
    const platform = await platformForTest();
    const url = authorizeUrl(platform);
    const fields = hiddenFields(await (await fetch(url)).text());
    await platform.control.clock.advance(3_600_000);
    const body = new URLSearchParams({ ...fields, ...pressed(platform) });
    const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
    expect([answer.status, (await answer.text()).includes("This page is too old")]).toEqual([403, true]);
  });

  it("is rejected by another platform", async () => {
    const [one, other] = [await platformForTest(), await platformForTest()];
    const fields = hiddenFields(await (await fetch(authorizeUrl(one))).text());
    const body = new URLSearchParams({ ...fields, ...pressed(other) });
    const answer = await fetch(authorizeUrl(other), { method: "POST", body, redirect: "manual" });
    expect(answer.status).toBe(403);
  });
});

describe("a banned account", () => {
  it("is not offered, cannot be chosen, and its code is rejected", async () => {
    const platform = await platformForTest();
    const { control, endpoints, seeded } = platform;
    const [ada, ben] = seeded.userIds;
    const url = authorizeUrl(platform);
    const agreed = await pressForm(url, { user_id: ada, authorize: "1" });
    const code = new URL(agreed.headers.get("location") ?? "").searchParams.get("code") ?? "";
    control.users.ban(ada);
    const html = await (await fetch(url)).text();
    expect([html.includes(`value="${ada}"`), html.includes(`value="${ben}"`)]).toEqual([false, true]);
    expect((await pressForm(url, { user_id: ada, authorize: "1" })).status).toBe(400);
    const exchange = await fetch(`${endpoints.apiBase}/v10/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: seeded.applicationId,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
        code,
      }),
    });
    expect([exchange.status, await exchange.json()]).toEqual([
      400,
      { error: "invalid_grant", error_description: 'Invalid "code" in request' },
    ]);
    control.users.unban(ada);
    expect(isAgreed(await pressForm(url, { user_id: ada, authorize: "1" }))).toBe(true);
  });
});

describe("a redirect to a custom scheme", () => {
  const scheme = "com.example.game:/authorize/callback";
  const withoutPkce = { redirect_uri: scheme, code_challenge: "", code_challenge_method: "" };

  it.each([true, false])("requires PKCE, with a public client: %s", async (isPublic) => {
    const platform = await platformForTest();
    const application = platform.control.applications.create({
      name: "Mobile",
      redirectUris: [scheme, "http://127.0.0.1/callback"],
      isPublic,
      secret: "s3cret",
    });
    const url = (more: Record<string, string>): string => {
      const all = new URL(authorizeUrl(platform, { client_id: application.id, ...more }));
      for (const [name, value] of [...all.searchParams]) if (value === "") all.searchParams.delete(name);
      return all.href;
    };
    const refused = await fetch(url(withoutPkce), { redirect: "manual" });
    const location = refused.headers.get("location") ?? "";
    expect([refused.status, location.startsWith(`${scheme}?error=invalid_request`)]).toEqual([302, true]);
    expect(new URL(location).searchParams.get("state")).toBe("state of this flow");
    expect((await fetch(url({ redirect_uri: scheme }), { redirect: "manual" })).status).toBe(200);
    const loopback = { ...withoutPkce, redirect_uri: "http://127.0.0.1:1/callback" };
    expect((await fetch(url(loopback), { redirect: "manual" })).status).toBe(200);
  });
});

describe("the page of an install link", () => {
  it("lets the user choose the server, and says that the bot was added", async () => {
    const platform = await platformForTest();
    const { control, seeded, endpoints } = platform;
    const [ada, ben] = seeded.userIds;
    const guild = control.guilds.create({ name: "<Tavern>", ownerId: ada, memberIds: [ben] });
    const permissions = "2048";
    const query = new URLSearchParams({ client_id: seeded.applicationId, scope: "bot", permissions });
    const url = `${endpoints.webBase}/oauth2/authorize?${query.toString()}`;
    expect(await (await fetch(url)).text()).toContain(`<option value="${guild.id}">&lt;Tavern&gt;</option>`);
    const press = (more: Record<string, string>) => pressForm(url, { authorize: "1", ...more });
    expect((await press({ user_id: ada, guild_id: "" })).status).toBe(400);
    expect((await press({ user_id: ben, guild_id: guild.id })).status).toBe(403);
    const cancelled = await pressForm(url, { cancel: "1" });
    expect([cancelled.status, await cancelled.text()]).toEqual([
      200,
      expect.stringContaining("added nothing"),
    ]);
    const added = await press({ user_id: ada, guild_id: guild.id });
    expect(added.status).toBe(200);
    expect(await added.text()).toContain("was added to &lt;Tavern&gt;");
    const roles = await fetch(`${endpoints.apiBase}/guilds/${guild.id}/roles`, {
      headers: { authorization: `Bot ${seeded.botToken}` },
    });
    expect(await roles.json()).toContainEqual(expect.objectContaining({ managed: true, permissions }));
  });
});

import { createHash, randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { pressForm } from "../../support/press-form.js";
import { platformForTest, player, sdkSession } from "./support-platform.js";

const verifier = randomBytes(32).toString("base64url");
const redirect = "http://127.0.0.1:49152/callback";

function authorizeUrl(webBase: string, clientId: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    scope: "openid sdk.social_layer",
    redirect_uri: redirect,
    state: "st&te",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...more,
  });
  return `${webBase}/oauth2/authorize?${query.toString()}`;
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  redirect: "manual",
});

describe("the code flow through the page", () => {
  it("shows the consent page, redirects with code and state, exchanges, refreshes and revokes", async () => {
    const { endpoints, seeded } = await platformForTest();
    const url = authorizeUrl(endpoints.webBase, seeded.applicationId);
    const page = await fetch(url);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' http://127.0.0.1:49152",
    );
    expect(html).toContain("Seeded Game wants to use your account");
    expect(html).toContain("voice chat");
    expect(html).not.toContain("<script");

    const agreed = await pressForm(url, { user_id: seeded.userIds[1], authorize: "1" });
    expect(agreed.status).toBe(302);
    const location = new URL(agreed.headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe(redirect);
    expect(location.searchParams.get("state")).toBe("st&te");
    const code = location.searchParams.get("code") ?? "";
    expect(code).toMatch(/^[A-Za-z0-9]{30}$/);

    const tokenUrl = `${endpoints.apiBase}/v10/oauth2/token`;
    const exchange = {
      grant_type: "authorization_code",
      client_id: seeded.applicationId,
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    };
    const tokens = (await (await fetch(tokenUrl, form(exchange))).json()) as Record<string, string>;
    expect(tokens).toMatchObject({
      token_type: "Bearer",
      expires_in: 604_800,
      scope: "openid sdk.social_layer",
    });
    const me = await fetch(`${endpoints.apiBase}/v10/users/@me`, {
      headers: { authorization: `Bearer ${tokens["access_token"]}` },
    });
    expect(me.headers.get("content-type")).toBe("application/json");
    expect(await me.json()).toMatchObject({ id: seeded.userIds[1], username: "ben" });
    const about = await fetch(`${endpoints.apiBase}/v10/oauth2/@me`, {
      headers: { authorization: `Bearer ${tokens["access_token"]}` },
    });
    expect(await about.json()).toMatchObject({
      application: { id: seeded.applicationId },
      user: { username: "ben" },
    });

    const refresh = {
      grant_type: "refresh_token",
      client_id: seeded.applicationId,
      refresh_token: tokens["refresh_token"] ?? "",
    };
    const renewed = (await (await fetch(tokenUrl, form(refresh))).json()) as Record<string, string>;
    const stale = await fetch(tokenUrl, form(refresh));
    expect(stale.status).toBe(400);
    expect(await stale.json()).toEqual({
      error: "invalid_grant",
      error_description: 'Invalid "refresh_token" in request',
    });

    const revoked = await fetch(
      `${tokenUrl}/revoke`,
      form({ client_id: seeded.applicationId, token: renewed["access_token"] ?? "" }),
    );
    expect(await revoked.json()).toEqual({});
    const after = await fetch(`${endpoints.apiBase}/v10/users/@me`, {
      headers: { authorization: `Bearer ${renewed["access_token"]}` },
    });
    expect(after.status).toBe(401);
    expect(await after.json()).toEqual({ code: 0, message: "401: Unauthorized" });
  });

  it("redirects a cancel with access_denied; a bad client gets an error page and no redirect", async () => {
    const { endpoints, seeded } = await platformForTest();
    const cancelled = await pressForm(authorizeUrl(endpoints.webBase, seeded.applicationId), { cancel: "1" });
    expect(new URL(cancelled.headers.get("location") ?? "").searchParams.get("error")).toBe("access_denied");
    const unknown = await fetch(authorizeUrl(endpoints.webBase, "1"), { redirect: "manual" });
    expect([unknown.status, unknown.headers.get("location")]).toEqual([400, null]);
    const foreign = await fetch(
      authorizeUrl(endpoints.webBase, seeded.applicationId, { redirect_uri: "http://evil.example/" }),
      { redirect: "manual" },
    );
    expect([foreign.status, foreign.headers.get("location")]).toEqual([400, null]);
  });

  it("autoApprove redirects at once", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "sdkpp-platform-"));
    const first = await platformForTest({ dataDir });
    const [ada] = first.seeded.userIds;
    await first.stop();
    const { endpoints, seeded } = await platformForTest({ dataDir, autoApprove: ada });
    const answer = await fetch(authorizeUrl(endpoints.webBase, seeded.applicationId), { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain(`${redirect}?code=`);
  });

  it("expired codes and tokens are deleted from the database", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "sdkpp-platform-"));
    const platform = await platformForTest({ dataDir });
    const url = authorizeUrl(platform.endpoints.webBase, platform.seeded.applicationId);
    player(platform, 0);
    await pressForm(url, { user_id: platform.seeded.userIds[0], authorize: "1" });
    const db = new Database(join(dataDir, "platform.db"));
    const count = () =>
      db
        .prepare(
          "SELECT collection, count(*) AS n FROM record WHERE collection IN ('code', 'token') GROUP BY 1",
        )
        .all()
        .map((row) => Object.values(row as object));
    expect(count()).toEqual([
      ["code", 1],
      ["token", 2],
    ]);
    await platform.control.clock.advance(60_000);
    expect(count()).toEqual([["token", 2]]);
    await platform.control.clock.advance(604_800_000);
    expect(count()).toEqual([["token", 1]]);
    db.close();
  });

  it("takes id and secret of HTTP Basic form-encoded", async () => {
    const { endpoints, control, seeded } = await platformForTest();
    const secret = "50% of: nothing+ä&";
    const { id } = control.applications.create({ name: "Confidential", secret });
    const { refresh_token } = control.tokens.issue(id, seeded.userIds[0]!, "identify");
    const refresh = async (given: string) => {
      const basic = Buffer.from(`${id}:${given}`).toString("base64");
      const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refresh_token! });
      const headers = { authorization: `Basic ${basic}` };
      const response = await fetch(`${endpoints.apiBase}/v10/oauth2/token`, {
        method: "POST",
        headers,
        body,
      });
      return (await response.json()) as { error?: string; scope?: string };
    };
    expect(await refresh(secret)).toMatchObject({ error: "invalid_client" });
    const encoded = new URLSearchParams({ secret }).toString().slice("secret=".length);
    expect(await refresh(encoded)).toMatchObject({ scope: "identify" });
  });

  it("a revoked token closes its gateway session with 4004", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const { socket } = await sdkSession(platform, ada);
    await fetch(
      `${platform.endpoints.apiBase}/v10/oauth2/token/revoke`,
      form({ client_id: platform.seeded.applicationId, token: ada.token }),
    );
    expect(await socket.closed()).toBe(4004);
  });
});

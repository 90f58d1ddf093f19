import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bearerActor } from "../../../platform/domain/world/oauth2/actor.js";
import { approve, readAuthorizeQuery } from "../../../platform/domain/rules/oauth2/authorize.js";
import { type TokenForm } from "../../../platform/domain/rules/oauth2/tokens.js";
import { OAuth2Fault } from "../../../platform/domain/rules/oauth2/oauth2-fault.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { redeemCode } from "../../../platform/domain/rules/oauth2/authorization-code.js";
import { SWEEP_LIMIT, sweepGrants } from "../../../platform/domain/rules/oauth2/sweep.js";
import { isRegisteredRedirect } from "../../../platform/domain/rules/oauth2/redirect-uri.js";
import { exchangeToken, revokeToken } from "./operations.js";
import { cast, type Cast } from "./support-world.js";

const redirect = "http://127.0.0.1:43210/callback";
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");

const issuer = "http://127.0.0.1:4000";

function queryFor({ applicationId }: Cast, more: Record<string, string | undefined> = {}) {
  return {
    client_id: applicationId,
    response_type: "code",
    scope: "openid sdk.social_layer",
    redirect_uri: redirect,
    state: "st",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  };
}

function codeFor(who: Cast, more: Record<string, string | undefined> = {}): string {
  const answer = readAuthorizeQuery(who.world, queryFor(who, more), issuer);
  if (answer.kind !== "ask") throw new Error(`did not ask: ${JSON.stringify(answer)}`);
  return new URL(approve(who.world, answer.request, who.ada.user).reply).searchParams.get("code") ?? "";
}

function exchange(who: Cast, form: TokenForm): Record<string, unknown> {
  const result = exchangeToken(who.world, form);
  if (result instanceof OAuth2Fault)
    return { status: result.status, error: result.error, description: result.description };
  if (result instanceof Fault) return { status: result.status, code: result.code };
  return { ...result.reply.tokens };
}

const codeForm = (who: Cast, code: string, more: TokenForm = {}): TokenForm => ({
  grant_type: "authorization_code",
  client_id: who.applicationId,
  redirect_uri: redirect,
  code,
  code_verifier: verifier,
  ...more,
});

describe("authorize", () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ["a challenge without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["a method without a challenge", { code_challenge: undefined }, "invalid_request"],
    ["the plain method", { code_challenge_method: "plain" }, "invalid_request"],
    ["an unknown scope", { scope: "openid everything" }, "invalid_scope"],
    ["no scope", { scope: undefined }, "invalid_scope"],
    ["a nonce that is too long", { nonce: "n".repeat(1025) }, "invalid_request"],
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
  ])("redirects with an error for %s", (_claim, more, error) => {
    const who = cast();
    const answer = readAuthorizeQuery(who.world, queryFor(who, more), issuer);
    expect(answer.kind).toBe("redirect");
    const location = new URL(answer.kind === "redirect" ? answer.location : "");
    expect(location.searchParams.get("error")).toBe(error);
    expect(location.searchParams.get("state")).toBe("st");
    expect(location.searchParams.get("iss")).toBe(issuer);
  });

  it.each<[string, Record<string, string>]>([
    ["an unknown client", { client_id: "1" }],
    ["an unregistered redirect", { redirect_uri: "https://evil.example/callback" }],
  ])("never redirects for %s", (_claim, more) => {
    const who = cast();
    expect(readAuthorizeQuery(who.world, queryFor(who, more), issuer).kind).toBe("reject");
  });
});

describe("redirect rule", () => {
  const registered = ["http://127.0.0.1/callback", "game:/authorize/callback", "https://game.example/cb"];
  it.each([
    ["http://127.0.0.1:1/callback", true],
    ["http://127.0.0.1:65535/callback", true],
    ["http://127.0.0.1/callback", true],
    ["game:/authorize/callback", true],
    ["https://game.example/cb", true],
    ["http://127.0.0.1:65536/callback", false],
    ["http://127.0.0.1:80/other", false],
    ["http://127.0.0.1:80/callback/", false],
    ["http://127.0.0.1:80/callback#x", false],
    ["http://localhost:80/callback", false],
    ["http://127.0.0.1:80@evil.example/callback", false],
    ["https://127.0.0.1:80/callback", false],
    ["https://game.example:81/cb", false],
  ])("%s: %s", (uri, expected) => {
    expect(isRegisteredRedirect(registered, uri)).toBe(expected);
  });
});

describe("token endpoint", () => {
  it("exchanges a code once, for the holder of the verifier", () => {
    const who = cast();
    const code = codeFor(who);
    const tokens = exchange(who, codeForm(who, code));
    expect(tokens).toMatchObject({
      token_type: "Bearer",
      expires_in: 604_800,
      scope: "openid sdk.social_layer",
    });
    expect(bearerActor(who.world, String(tokens["access_token"]))?.scopes.has("lobbies.write")).toBe(true);
    expect(exchange(who, codeForm(who, code))).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  it.each<[string, TokenForm]>([
    ["a wrong verifier", { code_verifier: "w".repeat(43) }],
    ["a short verifier", { code_verifier: "v" }],
    ["another redirect", { redirect_uri: "http://127.0.0.1:1/callback" }],
  ])("rejects %s with invalid_grant and consumes the code", (_claim, more) => {
    const who = cast();
    const code = codeFor(who);
    expect(exchange(who, codeForm(who, code, more))).toMatchObject({ error: "invalid_grant" });
    expect(exchange(who, codeForm(who, code))).toMatchObject({ error: "invalid_grant" });
  });

  it("a code expires after 60 seconds", () => {
    const who = cast();
    const code = codeFor(who);
    who.world.clock.advance(60_000);
    expect(exchange(who, codeForm(who, code))).toEqual({
      status: 400,
      error: "invalid_grant",
      description: 'Invalid "code" in request',
    });
  });

  it.each<[string, TokenForm, number, string]>([
    ["no grant type", { grant_type: undefined }, 400, "invalid_request"],
    ["an unknown grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["an unknown client", { client_id: "5" }, 401, "invalid_client"],
    ["a wrong secret", { client_secret: "no" }, 401, "invalid_client"],
    ["no code", { code: undefined }, 400, "invalid_request"],
    ["client credentials without a secret", { grant_type: "client_credentials" }, 401, "invalid_client"],
    ["neither verifier nor secret", { code_verifier: undefined }, 401, "invalid_client"],
  ])("answers %s as RFC 6749 defines", (_claim, more, status, error) => {
    const who = cast();
    expect(exchange(who, codeForm(who, codeFor(who), more))).toMatchObject({ status, error });
  });

  describe("used twice", () => {
    const login = (who: Cast) => exchange(who, codeForm(who, codeFor(who)));
    const renew = (who: Cast, { refresh_token: token }: Record<string, unknown>) => {
      const client = { grant_type: "refresh_token", client_id: who.applicationId };
      return exchange(who, { ...client, refresh_token: String(token) });
    };
    const isAlive = ({ world }: Cast, { access_token: token }: Record<string, unknown>) =>
      bearerActor(world, String(token)) !== undefined;

    it("a code ends the login that it began, and no other one", () => {
      const who = cast();
      const other = login(who);
      const form = codeForm(who, codeFor(who));
      const tokens = renew(who, exchange(who, form));
      who.world.clock.advance(10 * 60_000 - 1);
      const replay = redeemCode(who.world, form);
      expect(replay).toMatchObject({ error: "invalid_grant", facts: [{ kind: "loginEnded" }] });
      expect([isAlive(who, tokens), isAlive(who, other)]).toEqual([false, true]);
      expect(renew(who, tokens)).toMatchObject({ error: "invalid_grant" });
      expect(redeemCode(who.world, form)).toMatchObject({ facts: [] });
    });

    it("a code in the hand of another application ends nothing", () => {
      const who = cast();
      const stranger = who.registry.createApplication({ name: "Stranger", isPublic: true }).id;
      const form = codeForm(who, codeFor(who));
      const tokens = exchange(who, form);
      expect(exchange(who, { ...form, client_id: stranger })).toMatchObject({ error: "invalid_grant" });
      expect(isAlive(who, tokens)).toBe(true);
    });

    it("a refresh token costs nothing while its successor is unused", () => {
      const who = cast();
      const first = login(who);
      const second = renew(who, first);
      expect(second["refresh_token"]).not.toBe(first["refresh_token"]);
      expect(renew(who, first)).toEqual({
        status: 400,
        error: "invalid_grant",
        description: 'Invalid "refresh_token" in request',
      });
      expect([first, second].map((tokens) => isAlive(who, tokens))).toEqual([true, true]);
      expect(isAlive(who, renew(who, second))).toBe(true);
    });

    it("a refresh token ends the login when its successor was used, and the user's agreement stays", () => {
      const who = cast();
      const other = login(who);
      const first = login(who);
      const third = renew(who, renew(who, first));
      const form = { client_id: who.applicationId, refresh_token: String(first["refresh_token"]) };
      const events = exchangeToken(who.world, { grant_type: "refresh_token", ...form });
      expect(events).toMatchObject({ error: "invalid_grant", facts: [{ kind: "loginEnded" }] });
      expect([isAlive(who, third), isAlive(who, other)]).toEqual([false, true]);
    });

    it("is known for thirty days, then the token is one that never was", () => {
      const who = cast();
      const first = login(who);
      const third = renew(who, renew(who, first));
      who.world.clock.advance(30 * 86_400_000);
      sweepGrants(who.world);
      expect(renew(who, first)).toMatchObject({ error: "invalid_grant" });
      expect(isAlive(who, renew(who, third))).toBe(true);
    });
  });

  it("an access token is valid for seven days", () => {
    const who = cast();
    const token = String(exchange(who, codeForm(who, codeFor(who)))["access_token"]);
    who.world.clock.advance(604_800_000 - 1);
    expect(bearerActor(who.world, token)).toBeDefined();
    who.world.clock.advance(1);
    expect(bearerActor(who.world, token)).toBeUndefined();
  });

  it("revoking one token revokes all tokens of the grant and sends one event", () => {
    const who = cast();
    const tokens = exchange(who, codeForm(who, codeFor(who)));
    const form = { client_id: who.applicationId, token: String(tokens["refresh_token"]) };
    expect(revokeToken(who.world, form)).toMatchObject({ reply: {}, events: [{ kind: "tokens.revoked" }] });
    expect(bearerActor(who.world, String(tokens["access_token"]))).toBeUndefined();
    expect(revokeToken(who.world, form)).toEqual({ reply: {}, events: [] });
  });

  it("expired codes and access tokens are swept in batches", () => {
    const who = cast();
    const { world } = who;
    const kept = world.tokens.all().length;
    for (let n = 0; n <= SWEEP_LIMIT; n += 1) codeFor(who);
    const tokens = exchange(who, codeForm(who, codeFor(who)));
    sweepGrants(world);
    expect([world.codes.all().length, world.tokens.all().length]).toEqual([SWEEP_LIMIT + 2, kept + 2]);
    world.clock.advance(604_800_000 - 1);
    sweepGrants(world);
    expect([world.codes.all().length, world.tokens.all().length]).toEqual([2, kept + 2]);
    sweepGrants(world);
    world.clock.advance(1);
    sweepGrants(world);
    expect(world.codes.all()).toEqual([]);
    // Refresh tokens and grants do not expire.
    expect(new Set(world.tokens.all().map(({ kind }) => kind))).toEqual(new Set(["refresh"]));
    const form = { grant_type: "refresh_token", client_id: who.applicationId };
    const renewed = exchange(who, { ...form, refresh_token: String(tokens["refresh_token"]) });
    expect(bearerActor(world, String(renewed["access_token"]))).toBeDefined();
  });
});

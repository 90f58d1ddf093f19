import { describe, expect, it } from "vitest";
import {
  authorizeUrl,
  codeChallenge,
  codeVerifier,
  judgeRedirect,
  judgeRedirectAddress,
  schemeRedirectUri,
  parseTokenResponse,
  tokenForm,
  VERIFIER_BYTES,
} from "../../../lib/protocol/index.js";

describe("PKCE", () => {
  it("matches the known answer of RFC 7636, appendix B", () => {
    const octets = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
      191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ];
    const verifier = codeVerifier(Uint8Array.from(octets));
    expect(verifier).toBe("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    expect(codeChallenge(verifier)).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  });

  it("makes verifiers of 43 allowed characters", () => {
    expect(codeVerifier(new Uint8Array(VERIFIER_BYTES).fill(255))).toMatch(/^[A-Za-z0-9._~-]{43}$/);
  });
});

describe("the redirect", () => {
  const issuer = "http://127.0.0.1:4000";
  const expected = { host: "127.0.0.1:4321", state: "the-right-state", issuer };
  const good = { method: "GET", target: "/callback?code=abc&state=the-right-state", host: "127.0.0.1:4321" };

  it("is accepted when everything is right", () => {
    expect(judgeRedirect(good, expected)).toEqual({ kind: "accepted", code: "abc", namesIssuer: false });
  });

  it.each([
    ["favicon", { target: "/favicon.ico" }, 404],
    ["root", { target: "/?code=abc&state=the-right-state" }, 404],
    ["longer path", { target: "/callback/?code=abc&state=the-right-state" }, 404],
    ["path in other case", { target: "/Callback?code=abc&state=the-right-state" }, 404],
    ["absolute target", { target: "http://127.0.0.1:4321/callback?code=abc&state=the-right-state" }, 404],
    ["POST", { method: "POST" }, 405],
    ["HEAD", { method: "HEAD" }, 405],
    ["no host", { host: undefined }, 400],
    ["localhost", { host: "localhost:4321" }, 400],
    ["other port", { host: "127.0.0.1:4322" }, 400],
    ["host of a rebinding page", { host: "evil.example:4321" }, 400],
    ["no state", { target: "/callback?code=abc" }, 400],
    ["empty state", { target: "/callback?code=abc&state=" }, 400],
    ["wrong state", { target: "/callback?code=abc&state=the-wrong-state" }, 400],
    ["state twice", { target: "/callback?code=abc&state=the-right-state&state=the-right-state" }, 400],
    ["no code", { target: "/callback?state=the-right-state" }, 400],
    ["empty code", { target: "/callback?code=&state=the-right-state" }, 400],
    ["code twice", { target: "/callback?code=a&code=b&state=the-right-state" }, 400],
    ["very long", { target: `/callback?code=${"a".repeat(9000)}&state=the-right-state` }, 400],
    ["error with a wrong state", { target: "/callback?error=access_denied&state=x" }, 400],
  ])("is rejected: %s", (_name, change, status) => {
    expect(judgeRedirect({ ...good, ...change }, expected)).toMatchObject({ kind: "rejected", status });
  });

  it("is accepted with the issuer that the user was sent to", () => {
    const target = `${good.target}&iss=${encodeURIComponent(issuer)}`;
    expect(judgeRedirect({ ...good, target }, expected)).toEqual({
      kind: "accepted",
      code: "abc",
      namesIssuer: true,
    });
  });

  it.each([
    ["another issuer", "&iss=http%3A%2F%2F127.0.0.1%3A4001"],
    ["a longer issuer", "&iss=http%3A%2F%2F127.0.0.1%3A4000%2F"],
    ["an empty issuer", "&iss="],
    ["two issuers", "&iss=http%3A%2F%2F127.0.0.1%3A4000&iss=x"],
  ])("ends the authorization for %s", (_name, more) => {
    const judgement = judgeRedirect({ ...good, target: good.target + more }, expected);
    expect(judgement).toMatchObject({ kind: "denied", cancelled: false, error: "wrong_issuer" });
    expect(judgement).toHaveProperty("description", expect.stringContaining("webBase must be the address"));
  });

  it.each([
    ["access_denied", true],
    ["invalid_scope", false],
    ["server_error", false],
  ])("distinguishes %s from a user's cancellation", (error, cancelled) => {
    const target = `/callback?error=${error}&error_description=because+of+it&state=the-right-state`;
    expect(judgeRedirect({ ...good, target }, expected)).toEqual({
      kind: "denied",
      cancelled,
      error,
      description: "because of it",
    });
  });
});

describe("the consent page's address", () => {
  it("contains the requested parameters", () => {
    const url = new URL(
      authorizeUrl({
        webBase: "http://127.0.0.1:1/",
        clientId: 18446744073709551615n,
        scopes: "openid sdk.social_layer",
        redirectUri: "http://127.0.0.1:2/callback",
        state: "s&s",
        codeChallenge: "c",
        nonce: "n",
        integrationType: 1,
      }),
    );
    expect(url.pathname).toBe("/oauth2/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "18446744073709551615",
      response_type: "code",
      scope: "openid sdk.social_layer",
      redirect_uri: "http://127.0.0.1:2/callback",
      state: "s&s",
      code_challenge: "c",
      code_challenge_method: "S256",
      nonce: "n",
      integration_type: "1",
    });
  });
});

describe("the token endpoint", () => {
  it("is called without a client secret", () => {
    const grant = { kind: "code", clientId: 7n, code: "c", codeVerifier: "v", redirectUri: "r" } as const;
    expect(tokenForm(grant)).toEqual({
      grant_type: "authorization_code",
      client_id: "7",
      code: "c",
      code_verifier: "v",
      redirect_uri: "r",
    });
    expect(tokenForm({ kind: "refresh", clientId: 7n, refreshToken: "t" })).toEqual({
      grant_type: "refresh_token",
      client_id: "7",
      refresh_token: "t",
    });
  });

  const answer = {
    token_type: "Bearer",
    access_token: "a",
    expires_in: 604800,
    refresh_token: "r",
    scope: "s",
  };

  it("is parsed", () => {
    const tokens = parseTokenResponse({ ...answer, more: 1 });
    expect([tokens?.accessToken.reveal(), tokens?.refreshToken.reveal()]).toEqual(["a", "r"]);
    expect(parseTokenResponse({ ...answer, refresh_token: undefined })?.refreshToken.isEmpty).toBe(true);
  });

  it.each([
    ["nothing", undefined],
    ["a list", []],
    ["no token", { ...answer, access_token: undefined }],
    ["empty token", { ...answer, access_token: "" }],
    ["number as token", { ...answer, access_token: 5 }],
    ["no life", { ...answer, expires_in: "604800" }],
    ["other type", { ...answer, token_type: "mac" }],
  ])("is rejected: %s", (_name, body) => {
    expect(parseTokenResponse(body)).toBeUndefined();
  });
});

describe("a redirect to a scheme of the game", () => {
  const redirectUri = "discord-12:/authorize/callback";
  const expected = { redirectUri, state: "the-right-state", issuer: "http://127.0.0.1:4000" };
  const query = "?code=abc&state=the-right-state";

  it.each([
    ["game", "game:/authorize/callback"],
    ["Discord-12", "discord-12:/authorize/callback"],
    ["org.example.game+1", "org.example.game+1:/authorize/callback"],
    ["https", undefined],
    ["JavaScript", undefined],
    ["1game", undefined],
    ["game:", undefined],
    ["", undefined],
  ])("is written for the scheme %s", (scheme, uri) => {
    expect(schemeRedirectUri(scheme)).toBe(uri);
  });

  it.each([
    ["as asked for", redirectUri + query],
    ["with three slashes", `discord-12:///authorize/callback${query}`],
    ["with a scheme in capitals", `DISCORD-12:/authorize/callback${query}`],
    ["with a fragment", `${redirectUri}${query}#_=_`],
  ])("is accepted %s", (_name, address) => {
    expect(judgeRedirectAddress(address, expected)).toMatchObject({ kind: "accepted", code: "abc" });
  });

  it.each([
    ["another scheme", `discord-13:/authorize/callback${query}`],
    ["another path", `discord-12:/authorize${query}`],
    ["a host", `discord-12://authorize/callback${query}`],
    ["a host before the path", `discord-12://evil/authorize/callback${query}`],
    ["four slashes", `discord-12:////authorize/callback${query}`],
    ["a wrong state", `${redirectUri}?code=abc&state=x`],
    ["no query", redirectUri],
    ["an empty text", ""],
    ["a very long address", `${redirectUri}?code=${"a".repeat(9000)}&state=the-right-state`],
  ])("is rejected with %s", (_name, address) => {
    expect(judgeRedirectAddress(address, expected).kind).toBe("rejected");
  });
});

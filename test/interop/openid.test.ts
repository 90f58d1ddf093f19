// A strict OpenID client of others signs in: discovery, code with PKCE and nonce, ID token, user info, refresh and revocation.
import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { platformForTest } from "../e2e/platform/support-platform.js";
import { pressForm } from "../support/press-form.js";

const plain = { [oauth.allowInsecureRequests]: true } as const;
const REDIRECT = "http://127.0.0.1:49152/callback";
const HOUR_MS = 3_600_000;
/** Longer than a slow machine needs for the test. */
const MARGIN_MS = 1_200_000;

async function foreign() {
  const platform = await platformForTest();
  const { endpoints, control } = platform;
  const user = control.users.create({ username: "ada", email: "ada@example.org" });
  const application = control.applications.create({
    name: "Foreign",
    redirectUris: ["http://127.0.0.1/callback"],
  });
  const issuer = new URL(endpoints.webBase);
  const discovered = await oauth.discoveryRequest(issuer, plain);
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const client: oauth.Client = { client_id: application.id };
  return { platform, server, client, user };
}

type Foreign = Awaited<ReturnType<typeof foreign>>;

/** Agrees on the consent page, and exchanges the code. */
async function signIn({ server, client, user }: Foreign, scope = "openid identify email") {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const agreed = await pressForm(url.href, { user_id: user.id, authorize: "1" });
  const redirected = new URL(agreed.headers.get("location") ?? "");
  const parameters = oauth.validateAuthResponse(server, client, redirected, state);
  const exchange = [server, client, oauth.None(), parameters, REDIRECT, verifier, plain] as const;
  const response = await oauth.authorizationCodeGrantRequest(...exchange);
  const expected = { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
  // A copy, so that the keys are fetched anew.
  await oauth.validateApplicationLevelSignature({ ...server }, response, plain);
  return tokens;
}

describe("a foreign OpenID client", () => {
  it("signs in with an ID token that it can verify", async () => {
    const here = await foreign();
    const tokens = await signIn(here);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    expect(claims).toMatchObject({ sub: here.user.id, aud: here.client.client_id, iss: here.server.issuer });
    // The code is exchanged after the login, and a second may begin between them.
    expect((claims?.iat ?? 0) - Number(claims?.auth_time)).toBeOneOf([0, 1]);
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3600);
  });

  it("reads the user's information, as far as the scopes go", async () => {
    const here = await foreign();
    const { server, client, user } = here;
    const read = async (scope: string) => {
      const { access_token } = await signIn(here, scope);
      const response = await oauth.userInfoRequest(server, client, access_token, plain);
      return oauth.processUserInfoResponse(server, client, user.id, response);
    };
    expect(await read("openid")).toEqual({ sub: user.id });
    expect(await read("openid email")).toEqual({
      sub: user.id,
      email: "ada@example.org",
      email_verified: true,
    });
    const { picture, ...named } = await read("openid identify");
    expect(named).toEqual({ sub: user.id, preferred_username: "ada", nickname: null, locale: "en-US" });
    expect((await fetch(picture ?? "")).headers.get("content-type")).toBe("image/png");
  });

  it("refreshes, and revokes what it has", async () => {
    const here = await foreign();
    const { server, client, user } = here;
    const first = await signIn(here);
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), first.refresh_token ?? "", plain),
    );
    const read = (token: string) => oauth.userInfoRequest(server, client, token, plain);
    const info = await oauth.processUserInfoResponse(
      server,
      client,
      user.id,
      await read(refreshed.access_token),
    );
    expect(info.sub).toBe(user.id);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), refreshed.access_token, plain),
    );
    expect((await read(refreshed.access_token)).status).toBe(401);
  });

  it("verifies tokens of the old key for an hour after a rotation, and of the new one at once", async () => {
    const here = await foreign();
    const { control } = here.platform;
    const keys = async (): Promise<string[]> => {
      const body = (await (await fetch(here.server.jwks_uri ?? "")).json()) as { keys: { kid: string }[] };
      return body.keys.map(({ kid }) => kid);
    };
    await signIn(here);
    const [before] = await keys();
    control.applications.rotateSigningKey();
    await signIn(here);
    const both = await keys();
    expect(both).toHaveLength(2);
    expect(both).toContain(before);
    await control.clock.advance(HOUR_MS - MARGIN_MS);
    expect(await keys()).toHaveLength(2);
    await control.clock.advance(MARGIN_MS);
    expect(await keys()).toEqual(both.filter((kid) => kid !== before));
  });

  it("finds the same metadata under both names", async () => {
    const { server } = await foreign();
    const other = await fetch(`${server.issuer}/.well-known/oauth-authorization-server`);
    expect(await other.json()).toEqual(server);
    expect(server.authorization_response_iss_parameter_supported).toBe(true);
  });

  it("signs simultaneous first requests with one key", async () => {
    const here = await foreign();
    await Promise.all([signIn(here), signIn(here), signIn(here)]);
    const body = (await (await fetch(here.server.jwks_uri ?? "")).json()) as { keys: unknown[] };
    expect(body.keys).toHaveLength(1);
  });
});

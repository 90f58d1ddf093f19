// Guests whom an OpenID Connect issuer proves, through the whole platform; the issuer is a real one on loopback.
import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  Client,
  type ClientResultError,
} from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OidcIssuer } from "../../support/oidc-issuer.js";

const { OIDC } = AuthenticationExternalAuthType;
const SECRET = "s3cret";

let issuer: OidcIssuer;
let platform: Platform;
let client: Client;
let game: string;
let server: string;

beforeAll(async () => {
  issuer = await OidcIssuer.start();
  platform = await startPlatform({ allowInsecureIssuers: true });
  const { control, endpoints } = platform;
  const oidc = { issuer: issuer.url, audience: "knights" };
  game = control.applications.create({ name: "knights", oidc }).id;
  server = control.applications.create({ name: "knights' server", isPublic: false, secret: SECRET, oidc }).id;
  client = new Client(endpoints.apiBase, endpoints.webBase, { ca: endpoints.ca });
});
afterAll(async () => {
  client.destroy();
  await platform.stop();
  issuer.stop();
});

const now = (): number => platform.control.clock.now();

async function idOf(accessToken: string): Promise<bigint> {
  return (await client.fetchCurrentUser(AuthorizationTokenType.Bearer, accessToken)).id;
}

const signIn = (token: string) => client.getProvisionalToken(game, OIDC, token);

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error as ClientResultError).result.errorCode,
  );

/** The answer to a request of a game's own server. */
async function askAsServer(
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method: "POST",
    body: isForm ? body : JSON.stringify(body),
    headers: isForm ? {} : { "content-type": "application/json" },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const asServer = (token: string, secret: string) =>
  askAsServer("/partner-sdk/token", {
    client_id: server,
    client_secret: secret,
    external_auth_type: "OIDC",
    external_auth_token: token,
  });

const refresh = (refresh_token: unknown) =>
  askAsServer(
    "/oauth2/token",
    new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: String(refresh_token),
      client_id: server,
      client_secret: SECRET,
    }),
  );

describe("a player of an issuer", () => {
  it("is one user, by the subject, with the name that the issuer prefers", async () => {
    const named = { sub: "lancelot", preferred_username: "Lancelot" };
    const first = await signIn(await issuer.token(now(), named));
    const again = await signIn(await issuer.token(now(), named));
    const other = await signIn(await issuer.token(now(), { sub: "galahad" }));
    const id = await idOf(first.accessToken);
    expect(await idOf(again.accessToken)).toBe(id);
    expect(await idOf(other.accessToken)).not.toBe(id);
    const { name } = await client.fetchCurrentUser(AuthorizationTokenType.Bearer, first.accessToken);
    expect([name, first.refreshToken]).toEqual(["Lancelot", ""]);
  });

  it("signs in after the issuer has rotated its key", async () => {
    await issuer.rotate("second");
    expect(await codeOf(signIn(await issuer.token(now(), { sub: "percival" })))).toBe("done");
  });

  it("gets a refresh token through a server that keeps a secret, which the refresh grant refuses", async () => {
    const token = await issuer.token(now(), { sub: "gawain" });
    expect(await asServer(token, "guessed")).toMatchObject({ status: 401, body: { code: 530_007 } });
    const { status, body } = await asServer(token, SECRET);
    expect(status).toBe(200);
    const again = await refresh(body["refresh_token"]);
    expect(again).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(again.body["error_description"]).toContain("sign in again with a fresh token");
    const fresh = await asServer(await issuer.token(now(), { sub: "gawain" }), SECRET);
    expect(await idOf(String(fresh.body["access_token"]))).toBe(await idOf(String(body["access_token"])));
  });
});

describe("a token that is not to be trusted", () => {
  const claims: [claim: string, token: () => Promise<string>, code: number][] = [
    ["expired", () => issuer.token(now(), { exp: Math.floor(now() / 1000) - 600 }), 530_001],
    ["for another game", () => issuer.token(now(), { aud: "pirates" }), 530_003],
    ["of another issuer", () => issuer.token(now(), { iss: "https://example.com" }), 530_002],
    ["signed by a key that nobody published", () => issuer.token(now(), {}, { kid: "mine" }), 530_020],
    ["without a signature", () => Promise.resolve(unsigned()), 530_020],
    ["that is no token", () => Promise.resolve("a.b.c"), 530_020],
  ];

  /** `alg: none` */
  function unsigned(): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const iat = Math.floor(now() / 1000);
    const body = { iss: issuer.url, aud: "knights", sub: "thief", iat, exp: iat + 600 };
    return `${part({ alg: "none", kid: "second" })}.${part(body)}.`;
  }

  it.each(claims)("%s signs nobody in", async (_claim, token, code) => {
    expect(await codeOf(signIn(await token()))).toBe(code);
  });
});

it("a platform asks no issuer on loopback unless it is started for that", async () => {
  const careful = await startPlatform();
  try {
    const before = issuer.asked.length;
    const oidc = { issuer: issuer.url, audience: "knights" };
    expect(() => careful.control.applications.create({ name: "knights", oidc })).toThrow(
      `oidc.issuer: an issuer needs https (allowInsecureIssuers permits http), received ${issuer.url}`,
    );
    expect(issuer.asked.length).toBe(before);
  } finally {
    await careful.stop();
  }
});

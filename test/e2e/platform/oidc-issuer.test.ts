// Tokens of other identity providers, verified against a real issuer on loopback: what counts, and every attack that must fail.
import { createServer, type AddressInfo } from "node:net";
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from "jose";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { OidcIssuers, type OidcIssuersParts } from "../../../platform/openid/external-identities.js";
import { StillClock } from "../../support/still-clock.js";
import { CONFIGURATION, KEYS, OidcIssuer, type Answering } from "../../support/oidc-issuer.js";

const AUDIENCE = "knights";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_S = 7 * 24 * 3600;
const DOCUMENT_MAX = 262_144;

const undo: (() => void)[] = [];
afterEach(() => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) step();
});

type TokenChanges = Parameters<OidcIssuer["token"]> extends [number, ...infer Rest] ? Rest : never;

async function scene(alg?: string, parts: Partial<OidcIssuersParts> = {}) {
  const issuer = await OidcIssuer.start(alg);
  undo.push(() => issuer.stop());
  const clock = new StillClock();
  const issuers = new OidcIssuers({ clock, machineClock: clock, allowInsecureIssuers: true, ...parts });
  undo.push(() => issuers.stop());
  const settings = { issuer: issuer.url, audience: AUDIENCE };
  const verify = (token: string) => issuers.verify(token, settings);
  const token = (...rest: TokenChanges) => issuer.token(clock.now(), ...rest);
  const seconds = () => Math.floor(clock.now() / 1000);
  return { issuer, issuers, clock, settings, verify, token, seconds };
}

type Scene = Awaited<ReturnType<typeof scene>>;

describe("a token of an OpenID Connect issuer", () => {
  it.each(["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"])(
    "counts when it is signed with %s",
    async (alg) => {
      const { verify, token } = await scene(alg);
      expect(await verify(await token())).toEqual({ subject: "player-1" });
    },
  );

  it("names its user if the name has 1 to 32 characters", async () => {
    const { verify, token } = await scene();
    const named = async (preferred_username: unknown) => verify(await token({ preferred_username }));
    expect(await named("Ada")).toEqual({ subject: "player-1", displayName: "Ada" });
    expect(await named("x".repeat(32))).toEqual({ subject: "player-1", displayName: "x".repeat(32) });
    for (const name of ["", " ", "x".repeat(33), 7, null, ["Ada"]])
      expect(await named(name)).toEqual({ subject: "player-1" });
  });

  it("may have several audiences", async () => {
    const { verify, token } = await scene();
    expect(await verify(await token({ aud: ["dragons", AUDIENCE] }))).toEqual({ subject: "player-1" });
  });

  it("counts while the clocks differ by at most a minute", async () => {
    const { verify, token, seconds } = await scene();
    expect(await verify(await token({ exp: seconds() - 50 }))).toEqual({ subject: "player-1" });
    expect(await verify(await token({ iat: seconds() + 50 }))).toEqual({ subject: "player-1" });
    expect(await verify(await token({ iat: seconds() - WEEK_S - 50 }))).toEqual({ subject: "player-1" });
  });
});

type Forgery = [claim: string, problem: string, make: (scene: Scene) => Promise<string> | string];

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const pemOf = ({ n = "", x = "" }: JWK) => new TextEncoder().encode((n + x).padEnd(64, "="));

const FORGERIES: readonly Forgery[] = [
  ["has expired", "expired", ({ token, seconds }) => token({ exp: seconds() - 61 })],
  ["is older than a week", "tooOld", ({ token, seconds }) => token({ iat: seconds() - WEEK_S - 61 })],
  ["was issued in the future", "malformed", ({ token, seconds }) => token({ iat: seconds() + 61 })],
  ["does not count yet", "malformed", ({ token, seconds }) => token({ nbf: seconds() + 61 })],
  ["is of another issuer", "wrongIssuer", ({ token }) => token({ iss: "https://other.example" })],
  ["names its issuer with a slash", "wrongIssuer", ({ token, issuer }) => token({ iss: `${issuer.url}/` })],
  ["is for another audience", "wrongAudience", ({ token }) => token({ aud: "dragons" })],
  ["is for several other audiences", "wrongAudience", ({ token }) => token({ aud: ["dragons", "knight"] })],
  ["was issued to another party", "wrongAudience", ({ token }) => token({ azp: "dragons" })],
  ["has no key id", "kidMissing", ({ token }) => token({}, { kid: undefined as never })],
  ["has an empty key id", "kidMissing", ({ token }) => token({}, { kid: "" })],
  ["has no subject", "malformed", ({ token }) => token({ sub: undefined })],
  ["has an empty subject", "malformed", ({ token }) => token({ sub: "" })],
  ["has a subject of 1,025 characters", "malformed", ({ token }) => token({ sub: "x".repeat(1025) })],
  ["has a number as its subject", "malformed", ({ token }) => token({ sub: 1 })],
  ["never expires", "malformed", ({ token }) => token({ exp: undefined })],
  ["expires at a text", "malformed", ({ token }) => token({ exp: "tomorrow" })],
  ["has no time of issue", "malformed", ({ token }) => token({ iat: undefined })],
  ["is no token", "malformed", () => "token"],
  ["is empty", "malformed", () => ""],
  [
    "is not signed",
    "malformed",
    ({ issuer }) => new UnsecuredJWT({ iss: issuer.url, aud: AUDIENCE, sub: "player-1" }).encode(),
  ],
  [
    "is signed with none, and has a key id",
    "malformed",
    ({ issuer, seconds }) => {
      const claims = { iss: issuer.url, aud: AUDIENCE, sub: "a", iat: seconds(), exp: seconds() + 60 };
      return `${base64({ alg: "none", kid: "first" })}.${base64(claims)}.`;
    },
  ],
  [
    "is signed with the public key as a secret",
    "malformed",
    ({ issuer, token }) => token({}, { alg: "HS256" }, pemOf(issuer.published[0] ?? {})),
  ],
  [
    "is signed by a stranger",
    "malformed",
    async ({ token }) => token({}, {}, (await generateKeyPair("ES256")).privateKey),
  ],
  [
    "brings its own key",
    "malformed",
    async ({ token }) => {
      const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
      const jwk = (await crypto.subtle.exportKey("jwk", publicKey)) as JWK;
      return token({}, { jwk, kid: "own" }, privateKey);
    },
  ],
  [
    "is signed with an algorithm that the issuer does not offer",
    "malformed",
    async ({ token }) => token({}, { alg: "ES384" }, (await generateKeyPair("ES384")).privateKey),
  ],
  [
    "is signed with another type of key",
    "malformed",
    async ({ token, issuer }) => {
      issuer.configuration = { id_token_signing_alg_values_supported: ["ES256", "RS256"] };
      return token({}, { alg: "RS256" }, (await generateKeyPair("RS256")).privateKey);
    },
  ],
  [
    "has other claims than its signature is for",
    "malformed",
    async ({ token, issuer, seconds }) => {
      const [header = "", , signature = ""] = (await token()).split(".");
      const claims = { iss: issuer.url, aud: AUDIENCE, sub: "admin", iat: seconds(), exp: seconds() + 60 };
      return `${header}.${base64(claims)}.${signature}`;
    },
  ],
  [
    "needs an extension that nobody knows",
    "malformed",
    async ({ token }) => {
      const [, claims = "", signature = ""] = (await token()).split(".");
      return `${base64({ alg: "ES256", kid: "first", crit: ["x"], x: 1 })}.${claims}.${signature}`;
    },
  ],
];

describe("a token is rejected that", () => {
  it.each(FORGERIES)("%s (%s)", async (_claim, problem, make) => {
    const here = await scene();
    expect(await here.verify(await make(here))).toBe(problem);
    // The issuer goes on to count.
    expect(await here.verify(await here.token())).toEqual({ subject: "player-1" });
  });

  it("is signed with the issuer's key, but an algorithm that it does not offer", async () => {
    const here = await scene("RS256");
    for (const key of here.issuer.published) delete key.alg;
    expect(await here.verify(await here.token())).toEqual({ subject: "player-1" });
    for (const alg of ["PS256", "RS512"])
      expect(await here.verify(await here.token({}, { alg }, await here.issuer.keyFor(alg)))).toBe(
        "malformed",
      );
  });

  it("is any text", async () => {
    const { verify } = await scene();
    const part = fc.oneof(
      fc.base64String(),
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString("base64url")),
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join(".")),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(["malformed", "kidMissing"]).toContain(await verify(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the keys of an issuer", () => {
  it("are read once, also for tokens that come at once", async () => {
    const { issuer, verify, token } = await scene();
    const one = await token();
    await Promise.all(Array.from({ length: 20 }, () => verify(one)));
    await verify(one);
    expect(issuer.asked).toEqual([CONFIGURATION, KEYS]);
  });

  it("are read again for a new key", async () => {
    const { issuer, verify, token } = await scene();
    const before = await token();
    await verify(before);
    await issuer.rotate("second");
    expect(await verify(await token())).toEqual({ subject: "player-1" });
    expect(await verify(before)).toBe("malformed");
    expect(issuer.asked).toHaveLength(4);
  });

  it("are read once a minute at most, however many keys are unknown", async () => {
    const { issuer, clock, verify, token } = await scene();
    await verify(await token());
    const flood = async () => {
      const unknown = await Promise.all(
        Array.from({ length: 30 }, (_, at) => token({}, { kid: `unknown-${String(at)}` })),
      );
      for (const one of unknown) expect(await verify(one)).toBe("malformed");
      expect(new Set(await Promise.all(unknown.map(verify)))).toEqual(new Set(["malformed"]));
    };
    await flood();
    expect(issuer.asked).toHaveLength(4);
    clock.advance(MINUTE_MS - 1);
    await flood();
    expect(issuer.asked).toHaveLength(4);
    clock.advance(1);
    await flood();
    expect(issuer.asked).toHaveLength(6);
    expect(await verify(await token())).toEqual({ subject: "player-1" });
  });

  it("end within an hour after they are withdrawn", async () => {
    const { issuer, clock, verify, token, seconds } = await scene();
    await verify(await token());
    const old = await token({ exp: seconds() + 7200 });
    await issuer.rotate("second");
    expect(await verify(old)).toEqual({ subject: "player-1" });
    clock.advance(HOUR_MS);
    expect(await verify(old)).toBe("malformed");
  });

  it("stay when they cannot be read again", async () => {
    const { issuer, verify, token } = await scene();
    await verify(await token());
    issuer.instead.set(CONFIGURATION, (_request, response) => response.writeHead(500).end());
    expect(await verify(await token({}, { kid: "unknown" }))).toBe("malformed");
    expect(await verify(await token())).toEqual({ subject: "player-1" });
  });
});

const json =
  (body: string): Answering =>
  (_request, response) => {
    response.setHeader("content-type", "application/json").end(body);
  };
const redirect: Answering = (request, response) =>
  response.writeHead(302, { location: `${request.url ?? ""}?again` }).end();

describe("an issuer is of no use that", () => {
  it.each<[string, Record<string, unknown>]>([
    ["calls itself something else", { issuer: "https://other.example" }],
    ["has no name", { issuer: undefined }],
    ["names no keys", { jwks_uri: undefined }],
    ["has its keys in a file", { jwks_uri: "file:///etc/passwd" }],
    ["offers symmetric algorithms only", { id_token_signing_alg_values_supported: ["HS256", "none"] }],
    ["offers no algorithms", { id_token_signing_alg_values_supported: undefined }],
    ["offers a text", { id_token_signing_alg_values_supported: "ES256" }],
  ])("%s", async (_claim, configuration) => {
    const { issuer, verify, token } = await scene();
    issuer.configuration = configuration;
    expect(await verify(await token())).toBe("configurationNotFound");
  });

  it.each<[string, Answering]>([
    ["redirects", redirect],
    ["fails", (_request, response) => response.writeHead(500).end()],
    ["breaks off", (request) => request.socket.destroy()],
    ["answers no JSON", json("<html>")],
    ["answers a list", json("[]")],
    ["answers null", json("null")],
    ["answers deeply nested JSON", json("[".repeat(200_000))],
    ["answers a little too much", json(`{"a":"${"x".repeat(DOCUMENT_MAX)}"}`)],
  ])("%s", async (_claim, answer) => {
    const at = await scene();
    at.issuer.instead.set(CONFIGURATION, answer);
    expect(await at.verify(await at.token())).toBe("configurationNotFound");
    expect(at.issuer.asked).toEqual([CONFIGURATION]);
    const keys = await scene();
    keys.issuer.instead.set(KEYS, answer);
    expect(await keys.verify(await keys.token())).toBe("keysNotFound");
    expect(keys.issuer.asked).toEqual([CONFIGURATION, KEYS]);
  });

  it.each([203, 302, 404, 500])("answers with its documents and status %i", async (status) => {
    const { issuer, verify, token } = await scene();
    const documents = JSON.stringify({
      issuer: issuer.url,
      jwks_uri: issuer.url + KEYS,
      id_token_signing_alg_values_supported: ["ES256"],
    });
    issuer.instead.set(CONFIGURATION, (_request, response) => response.writeHead(status).end(documents));
    expect(await verify(await token())).toBe("configurationNotFound");
  });

  it("answers 50 MB, of which hardly any are read", async () => {
    const { issuer, verify, token } = await scene();
    const part = Buffer.alloc(65_536, " ");
    const total = 50 * 1024 * 1024;
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      issuer.instead.set(KEYS, (_request, response) => {
        const more = (): void => {
          while (written < total && !response.destroyed) {
            written += part.byteLength;
            if (!response.write(part)) return void response.once("drain", more);
          }
          response.end();
        };
        response.on("close", resolve);
        more();
      });
    });
    expect(await verify(await token())).toBe("keysNotFound");
    await closed;
    expect(written).toBeLessThan(total);
  });

  it("hangs, and is waited for no longer than 3 s", async () => {
    const { issuer, clock, verify, token } = await scene();
    const asked = new Promise<void>((resolve) => issuer.instead.set(CONFIGURATION, () => resolve()));
    const verified = verify(await token());
    await asked;
    clock.advance(3000);
    expect(await verified).toBe("configurationNotFound");
  });

  it("begins its answer and never ends it", async () => {
    const { issuer, clock, verify, token } = await scene();
    const begun = new Promise<void>((resolve) =>
      issuer.instead.set(CONFIGURATION, (_request, response) => {
        response.write("{", () => resolve());
      }),
    );
    const verified = verify(await token());
    await begun;
    clock.advance(3000);
    expect(await verified).toBe("configurationNotFound");
  });

  it("failed is asked again after 5 s, not for each token", async () => {
    const { issuer, clock, verify, token } = await scene();
    issuer.instead.set(CONFIGURATION, (_request, response) => response.writeHead(500).end());
    for (let count = 0; count < 10; count++) await verify(await token());
    expect(issuer.asked).toHaveLength(1);
    issuer.instead.clear();
    clock.advance(5000);
    expect(await verify(await token())).toEqual({ subject: "player-1" });
  });
});

/** A port on which nothing may connect. */
async function untouched() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

describe("without insecure issuers", () => {
  it.each<[string, 4 | 6, { address: string; family: 4 }[]]>([
    ["127.0.0.1", 4, []],
    ["127.0.0.1", 4, [{ address: "93.184.215.14", family: 4 }]],
    ["::1", 6, []],
    ["::ffff:127.0.0.1", 6, []],
    ["0.0.0.0", 4, []],
    ["10.0.0.1", 4, []],
    ["192.168.1.1", 4, []],
    ["169.254.169.254", 4, []],
    ["fd00::1", 6, []],
  ])("a name that resolves to %s (IPv%i) and %j is not connected to", async (address, family, others) => {
    const target = await untouched();
    const issuer = `https://issuer.example:${String(target.port)}`;
    const clock = new StillClock();
    const resolve = () => Promise.resolve([{ address, family }, ...others]);
    const issuers = new OidcIssuers({ clock, machineClock: clock, allowInsecureIssuers: false, resolve });
    const token = await someToken(issuer);
    expect(await issuers.verify(token, { issuer, audience: AUDIENCE })).toBe("configurationNotFound");
    expect(target.connections()).toBe(0);
  });

  it("an issuer on this machine is not asked", async () => {
    const { issuer, verify, token } = await scene(undefined, { allowInsecureIssuers: false });
    expect(await verify(await token())).toBe("configurationNotFound");
    expect(issuer.asked).toEqual([]);
  });
});

it("an issuer is asked at the address that was checked, and its name is resolved once for each document", async () => {
  const names: string[] = [];
  const resolve = (name: string) => {
    names.push(name);
    return Promise.resolve([{ address: "127.0.0.1", family: 4 } as const]);
  };
  const { issuer, issuers, clock } = await scene(undefined, { resolve });
  const named = issuer.url.replace("127.0.0.1", "issuer.example");
  issuer.configuration = { issuer: named, jwks_uri: named + KEYS };
  const token = await issuer.token(clock.now(), { iss: named });
  const settings = { issuer: named, audience: AUDIENCE };
  expect(await issuers.verify(token, settings)).toEqual({ subject: "player-1" });
  expect(names).toEqual(["issuer.example", "issuer.example"]);
});

it("keeps the documents of 100 issuers", async () => {
  const { issuer, issuers, token, settings } = await scene();
  const one = await token();
  await issuers.verify(one, settings);
  for (let count = 0; count < 99; count++)
    await issuers.verify(one, { ...settings, issuer: `ftp://other-${String(count)}.example` });
  await issuers.verify(one, settings);
  expect(issuer.asked).toHaveLength(2);
  // It was used later than all others.
  for (let count = 0; count < 99; count++)
    await issuers.verify(one, { ...settings, issuer: `ftp://second-${String(count)}.example` });
  await issuers.verify(one, settings);
  expect(issuer.asked).toHaveLength(2);
  for (let count = 0; count < 100; count++)
    await issuers.verify(one, { ...settings, issuer: `ftp://third-${String(count)}.example` });
  await issuers.verify(one, settings);
  expect(issuer.asked).toHaveLength(4);
});

async function someToken(issuer: string): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  const claims = new SignJWT({ iss: issuer, aud: AUDIENCE, sub: "player-1" });
  return claims.setProtectedHeader({ alg: "ES256", kid: "first" }).sign(privateKey);
}

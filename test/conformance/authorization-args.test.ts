// AuthorizationArgs: what `Client.authorize` asks the consent page for, and what comes of it.
import { createRemoteJWKSet, jwtVerify } from "jose";
import { AuthorizationArgs, AuthorizationTokenType, Client, ErrorType, IntegrationType } from "sdkpp";
import { expandScopes } from "sdkpp/wire";
import { expect } from "vitest";
import { pressForm } from "../support/press-form.js";
import { drop, early, force, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const PRESENCE = ["activities.write", "gateway.connect", "identify", "relationships.write"];
const COMMUNICATION = [...PRESENCE, "lobbies.write", "dm_channels.messages.write", "guilds"];

const at = scene();
const AUTHORIZATION = "lib/sdk/areas/authorization/authorization-area.ts";

/** A client whose user agrees at once, and the addresses of the consent pages it opened. */
function consenting(userId = at.user("ada").id) {
  const pages: URLSearchParams[] = [];
  const openUrl = async (url: string): Promise<void> => {
    pages.push(new URL(url).searchParams);
    const agreed = await pressForm(url, { user_id: userId, authorize: "1" });
    await fetch(agreed.headers.get("location") ?? "");
  };
  const client = at.strangersClient({ openUrl });
  client.setApplicationId(at.platform.seeded.applicationId);
  return { client, pages, userId };
}

function args(scopes = Client.getDefaultPresenceScopes()): AuthorizationArgs {
  const made = new AuthorizationArgs();
  made.setScopes(scopes);
  return made;
}

row(
  0,
  force("lib/sdk/areas/authorization/authorization-request.ts", "requestOf", "args.clientId", false),
  async () => {
    const { client, pages } = consenting();
    await client.authorize(args());
    const { seeded, control } = at.platform;
    const other = control.applications.create({ name: "Other Game" });
    const explicit = args();
    explicit.setClientId(other.id);
    await client.authorize(explicit);
    expect(pages.map((page) => page.get("client_id"))).toEqual([seeded.applicationId, other.id]);
    expect(explicit.clientId).toBe(BigInt(other.id));
    await expect(at.strangersClient().authorize(args())).rejects.toThrow(/args\.clientId/);
  },
);

/** The scopes of the token that a user gets who agrees. */
async function granted(scopes: string): Promise<string> {
  const { client } = consenting();
  const verifier = client.createAuthorizationCodeVerifier();
  const asked = args(scopes);
  asked.setCodeChallenge(verifier.challenge);
  const { code, redirectUri } = await client.authorize(asked);
  const { applicationId } = at.platform.seeded;
  return (await client.getToken(applicationId, code, verifier.verifier, redirectUri)).scopes;
}

row(1, set("lib/protocol/oauth/authorize-url.ts", "authorizeQuery.scope", "openid"), async () => {
  expect(await granted("openid identify guilds")).toBe("openid identify guilds");
  await expect(consenting().client.authorize(args(""))).rejects.toMatchObject({
    message: expect.stringContaining("args.scopes"),
  });
});

row(2, early(AUTHORIZATION, "stateOf", "state"), async () => {
  const { client, pages } = consenting();
  for (let attempt = 0; attempt < 3; attempt += 1) await client.authorize(args());
  const own = args();
  own.setState("the game's own state");
  await client.authorize(own);
  const states = pages.map((page) => page.get("state"));
  // 32 random bytes in base64url
  for (const state of states.slice(0, 3)) expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(new Set(states).size).toBe(4);
  expect(states[3]).toBe("the game's own state");
});

/** The token endpoint's answer to a game that exchanges the code. */
async function exchange(
  code: string,
  redirectUri: string,
  verifier: string,
): Promise<Record<string, string>> {
  const { endpoints, seeded } = at.platform;
  const client_id = seeded.applicationId;
  const fields = { client_id, code, redirect_uri: redirectUri, code_verifier: verifier };
  const body = new URLSearchParams({ grant_type: "authorization_code", ...fields });
  const response = await fetch(`${endpoints.apiBase}/v10/oauth2/token`, { method: "POST", body });
  return (await response.json()) as Record<string, string>;
}

row(3, force("platform/domain/rules/oauth2/authorize.ts", "issueCode", "nonce", true), async () => {
  const { client, userId } = consenting();
  const { verifier, challenge } = client.createAuthorizationCodeVerifier();
  const answered = async (scopes: string, nonce?: string): Promise<Record<string, string>> => {
    const asked = args(scopes);
    asked.setNonce(nonce);
    asked.setCodeChallenge(challenge);
    const { code, redirectUri } = await client.authorize(asked);
    return exchange(code, redirectUri, verifier);
  };
  const { webBase, apiBase } = at.platform.endpoints;
  const keys = createRemoteJWKSet(new URL(`${apiBase}/v10/oauth2/keys`));
  const expected = { issuer: webBase, audience: at.platform.seeded.applicationId, subject: userId };
  for (const nonce of ["the game's nonce", undefined]) {
    const { id_token: token = "" } = await answered("openid identify", nonce);
    const { payload } = await jwtVerify(token, keys, expected);
    expect(payload["nonce"]).toBe(nonce);
  }
  expect(await answered("identify", "the game's nonce")).not.toHaveProperty("id_token");
});

row(4, drop("lib/protocol/oauth/authorize-url.ts", "authorizeQuery", "codeChallenge"), async () => {
  const { applicationId } = at.platform.seeded;
  const { client, userId } = consenting();
  const verifier = client.createAuthorizationCodeVerifier();
  const asked = args();
  asked.setCodeChallenge(verifier.challenge);
  const first = await client.authorize(asked);
  const foreign = client.createAuthorizationCodeVerifier().verifier;
  await expect(client.getToken(applicationId, first.code, foreign, first.redirectUri)).rejects.toMatchObject({
    result: { status: 400 },
  });
  const second = await client.authorize(asked);
  const tokens = await client.getToken(applicationId, second.code, verifier.verifier, second.redirectUri);
  await client.updateToken(AuthorizationTokenType.Bearer, tokens.accessToken);
  const { id } = await client.fetchCurrentUser(AuthorizationTokenType.Bearer, tokens.accessToken);
  expect(id).toBe(BigInt(userId));
  // Without one there is no redemption with a verifier.
  const bare = await client.authorize(args());
  await expect(
    client.getToken(applicationId, bare.code, verifier.verifier, bare.redirectUri),
  ).rejects.toMatchObject({ result: { status: 400 } });
});

row(7, set("lib/wire/scopes.ts", "COMMUNICATION_SCOPES", "sdk.social_layer"), async () => {
  expect(Client.getDefaultCommunicationScopes()).toBe("openid sdk.social_layer");
  const scopes = await granted(Client.getDefaultCommunicationScopes());
  expect([...expandScopes(scopes)]).toEqual(expect.arrayContaining(COMMUNICATION));
  const { authorization } = at.user("ada", scopes);
  const { status } = await at.ask(authorization, "PUT /lobbies", { secret: "communication" });
  expect(status).toBe(200);
});

row(8, drop("lib/wire/scopes.ts", "PRESENCE_EXPANSION", "RelationshipsWrite"), async () => {
  expect(Client.getDefaultPresenceScopes()).toBe("openid sdk.social_layer_presence");
  const scopes = await granted(Client.getDefaultPresenceScopes());
  expect([...expandScopes(scopes)]).toEqual(expect.arrayContaining(PRESENCE));
  const ada = at.user("ada", scopes);
  const ben = at.user("ben");
  const asked = await at.ask(ada.authorization, "POST /users/@me/relationships", { username: ben.name });
  const lobby = await at.ask(ada.authorization, "PUT /lobbies", { secret: "presence" });
  expect([asked.status, lobby.status]).toEqual([204, 403]);
});

row(5, set("lib/protocol/oauth/authorize-url.ts", "authorizeQuery.integration_type", "0"), async () => {
  const { client, pages } = consenting();
  const contexts = { integration_types_config: { "0": {}, "1": {} } };
  expect((await at.ask(at.bot, "PATCH /applications/@me", contexts)).status).toBe(200);
  const installed = async (type?: IntegrationType): Promise<unknown> => {
    const asked = args("openid applications.commands");
    asked.setIntegrationType(type);
    await client.authorize(asked);
    return (await at.ask(at.bot, "GET /applications/@me")).body["approximate_user_install_count"];
  };
  const before = Number(await installed(IntegrationType.GuildInstall));
  expect(await installed(IntegrationType.UserInstall)).toBe(before + 1);
  // Without a type none is asked for.
  expect(await installed()).toBe(before + 1);
  expect(pages.map((page) => page.get("integration_type"))).toEqual(["0", "1", null]);
});

/** A launcher that the operating system opens with the redirect's address; it opens each address twice. */
function launcher(schemes: readonly string[]) {
  const { control, seeded } = at.platform;
  const redirectUris = schemes.map((scheme) => `${scheme}:/authorize/callback`);
  const application = control.applications.create({ name: "Launcher", redirectUris });
  const delivered: boolean[] = [];
  const client = at.strangersClient({
    redirect: "scheme",
    openUrl: async (url: string): Promise<void> => {
      const agreed = await pressForm(url, { user_id: seeded.userIds[0], authorize: "1" });
      const address = agreed.headers.get("location");
      if (address === null) throw new Error(`no redirect, but ${String(agreed.status)}`);
      const elsewhere = address.replace(/state=[^&]*/, "state=guessed");
      for (const one of [elsewhere, address, address]) delivered.push(client.handleRedirect(one));
    },
  });
  client.setApplicationId(application.id);
  return { client, application, delivered };
}

row(6, drop(AUTHORIZATION, "redirectUriOf", "customSchemeParam"), async () => {
  const { client, application, delivered } = launcher(["my-game"]);
  const { verifier, challenge } = client.createAuthorizationCodeVerifier();
  const asked = args();
  asked.setCustomSchemeParam("my-game");
  await expect(client.authorize(asked)).rejects.toMatchObject({
    message: expect.stringContaining("args.codeChallenge"),
  });
  asked.setCodeChallenge(challenge);
  const { code, redirectUri } = await client.authorize(asked);
  expect(redirectUri).toBe("my-game:/authorize/callback");
  expect(delivered).toEqual([false, true, false]);
  expect((await client.getToken(application.id, code, verifier, redirectUri)).accessToken).not.toBe("");
  asked.setCustomSchemeParam("https");
  await expect(client.authorize(asked)).rejects.toMatchObject({
    message: expect.stringContaining("args.customSchemeParam"),
  });
  asked.setCustomSchemeParam(undefined);
  const { id } = at.platform.control.applications.create({ name: "Plain", redirectUris: [] });
  asked.setClientId(id);
  let page = "";
  const other = at.strangersClient({
    redirect: "scheme",
    openUrl: (url: string) => {
      page = url;
      other.abortAuthorize();
      return Promise.resolve();
    },
  });
  await expect(other.authorize(asked)).rejects.toMatchObject({ result: { type: ErrorType.Aborted } });
  expect(new URL(page).searchParams.get("redirect_uri")).toBe(`discord-${id}:/authorize/callback`);
});

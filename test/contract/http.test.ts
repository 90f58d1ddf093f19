import { startPlatform, type Platform } from "@sdkpp/platform";
import { AuthorizationArgs, AuthorizationTokenType, Client, type ClientHostOptions } from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pressForm } from "../support/press-form.js";
import { waitFor } from "../support/wait-for.js";
import { asker, bodyOf, templateOf, type Ask } from "./asking.js";
import { Description } from "./description.js";

type Fetch = NonNullable<ClientHostOptions["fetch"]>;

let description: Description;
let ask: Ask;
let platform: Platform;
let bot: Record<string, string>;
let ada: Record<string, string>;

beforeAll(async () => {
  description = new Description();
  platform = await startPlatform();
  ask = asker(description, platform);
  const { control, seeded } = platform;
  bot = { authorization: `Bot ${seeded.botToken}` };
  const scopes = `identify ${Client.getDefaultCommunicationScopes()}`;
  ada = {
    authorization: `Bearer ${control.tokens.issue(seeded.applicationId, seeded.userIds[0], scopes).access_token}`,
  };
});

afterAll(() => platform?.stop());

describe("the platform's answers fit the published description", () => {
  it("who is who, and where the gateway is", async () => {
    const answers = [
      await ask("GET", "/users/@me", ada),
      await ask("GET", "/users/@me", bot),
      await ask("GET", "/gateway", {}),
      await ask("GET", "/gateway/bot", bot),
      await ask("GET", "/applications/@me", bot),
      await ask("GET", "/oauth2/applications/@me", bot),
      await ask("GET", "/oauth2/@me", ada),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
  });

  it("the life of a lobby, as a bot sees it", async () => {
    const [adaId, benId] = platform.seeded.userIds;
    const made = await ask("POST", "/lobbies", bot, {
      metadata: { map: "a" },
      members: [{ id: adaId, metadata: { role: "host" }, flags: 1 }],
      idle_timeout_seconds: 60,
    });
    expect(made.status).toBe(201);
    const at = `/lobbies/${(made.body as { id: string }).id}`;
    const story: [string, string, unknown, number][] = [
      ["GET", at, undefined, 200],
      ["PATCH", at, { metadata: { map: "b" } }, 200],
      ["PUT", `${at}/members/${benId}`, { metadata: { team: "red" }, flags: 0 }, 200],
      [
        "POST",
        `${at}/members/bulk`,
        [
          { id: benId, metadata: null },
          { id: adaId, flags: 0 },
        ],
        200,
      ],
      ["DELETE", `${at}/members/${benId}`, undefined, 204],
      ["DELETE", at, undefined, 204],
      ["GET", at, undefined, 404],
    ];
    for (const [method, path, body, status] of story)
      expect((await ask(method, path, bot, body)).status, `${method} ${path}`).toBe(status);
  });

  it("the life of a lobby, as a player sees it", async () => {
    const joined = await ask("PUT", "/lobbies", ada, {
      secret: "contract",
      lobby_metadata: { map: "c" },
      member_metadata: { ready: "yes" },
    });
    expect(joined.status).toBe(200);
    const at = `/lobbies/${(joined.body as { id: string }).id}`;
    expect((await ask("GET", at, ada)).status).toBe(200);
    expect((await ask("DELETE", `${at}/members/@me`, ada)).status).toBe(204);
  });

  it.each(["relationships", "game-relationships"])("the life of a friendship in %s", async (list) => {
    const { control, seeded } = platform;
    const [adaId, benId] = seeded.userIds;
    const scopes = Client.getDefaultPresenceScopes();
    const token = control.tokens.issue(seeded.applicationId, benId, scopes).access_token;
    const ben = { authorization: `Bearer ${token}` };
    const at = `/users/@me/${list}`;
    const story: [string, string, Record<string, string>, unknown, number][] = [
      ["POST", at, ada, { username: "ben" }, 204],
      ["POST", at, ada, { username: "nobody" }, 400],
      ["PUT", `${at}/${adaId}`, ben, { type: 1 }, 204],
      ["PUT", `${at}/${adaId}`, ben, {}, 400],
      ["GET", at, ada, undefined, 200],
      ["GET", at, bot, undefined, 403],
      ["DELETE", `${at}/${benId}`, ada, undefined, 204],
      ["DELETE", `${at}/1`, ada, undefined, 404],
    ];
    for (const [method, path, who, body, status] of story)
      expect((await ask(method, path, who, body)).status, `${method} ${path}`).toBe(status);
  });

  it("what is said in a lobby, and what the game's server judges of it", async () => {
    const joined = await ask("PUT", "/lobbies", ada, { secret: "contract chat" });
    const at = `/lobbies/${(joined.body as { id: string }).id}/messages`;
    const said = await ask("POST", at, ada, { content: "hello", metadata: { a: "b" } });
    expect(said.status).toBe(201);
    const judged = `${at}/${(said.body as { id: string }).id}/moderation-metadata`;
    expect((await ask("PUT", judged, bot, { action: "hide" })).status).toBe(204);
    const listed = await ask("GET", `${at}?limit=5`, ada);
    expect(listed).toMatchObject({ status: 200, body: [{ moderation_metadata: { action: "hide" } }] });
    expect(await ask("POST", at, ada, {})).toMatchObject({ status: 400, body: { code: 50_006 } });
    expect(await ask("PUT", judged, bot, { a: 1 })).toMatchObject({ status: 400, body: { code: 50_035 } });
  });

  it("what two users write to each other, by the document where it has it and our own schemas", async () => {
    const { control, seeded } = platform;
    const [adaId, benId] = seeded.userIds;
    control.users.makeFriends(adaId, benId);
    const at = `/users/${benId}/messages`;
    const sent = await ask("POST", at, ada, { content: "hello" });
    const one = `${at}/${(sent.body as { id: string }).id}`;
    const judged = `/partner-sdk/dms/${adaId}${one.replace("/users", "")}/moderation-metadata`;
    const story: [string, string, Record<string, string>, unknown, number][] = [
      ["GET", at, ada, undefined, 200],
      ["PATCH", one, ada, { content: "ho" }, 200],
      ["PUT", judged, bot, { action: "hide" }, 204],
      ["GET", "/partner-sdk/users/@me/channels", ada, undefined, 200],
      ["GET", `/users/@me/dms/${benId}`, ada, undefined, 200],
      ["DELETE", one, ada, undefined, 204],
      ["DELETE", one, ada, undefined, 404],
      ["POST", at, ada, {}, 400],
      ["GET", "/users/@me/dms/5", ada, undefined, 404],
      ["GET", `/applications/${seeded.applicationId}/disclosures`, ada, undefined, 200],
      ["POST", `/applications/${seeded.applicationId}/disclosures`, ada, { disclosures: [3] }, 200],
      ["GET", "/applications/5/disclosures", ada, undefined, 404],
    ];
    for (const [method, path, headers, body, status] of story)
      expect((await ask(method, path, headers, body)).status, `${method} ${path}`).toBe(status);
  });

  it("who users are in a game, by our own schemas", async () => {
    const { control, seeded } = platform;
    const [adaId, benId] = seeded.userIds;
    const externalId = "steam:76561";
    control.users.setIdentity(seeded.applicationId, adaId, { externalId, username: "Countess" });
    const at = `/applications/${seeded.applicationId}/users/${adaId}/identities/${externalId}/profile`;
    const list = `/users/${adaId}/application-identities`;
    const story: [string, string, Record<string, string>, unknown, number][] = [
      ["GET", at, bot, undefined, 200],
      ["PATCH", at, bot, { metadata: { level: "1" }, data: { primary: { season: "7" } } }, 204],
      ["PATCH", at, bot, { username: 5 }, 400],
      ["GET", at.replace(adaId, benId), bot, undefined, 404],
      ["GET", at, ada, undefined, 403],
      ["GET", list, ada, undefined, 200],
      ["GET", `${list}?with_profiles=true`, ada, undefined, 200],
      ["GET", `${list}?with_profiles=maybe`, ada, undefined, 400],
      ["POST", "/application-identities", ada, { user_ids: [adaId, benId] }, 200],
      ["POST", "/application-identities", ada, { user_ids: [] }, 400],
    ];
    for (const [method, path, headers, body, status] of story)
      expect((await ask(method, path, headers, body)).status, `${method} ${path}`).toBe(status);
  });

  it.each<[string, string, () => Record<string, string>, unknown, number, number]>([
    ["GET", "/users/@me", () => ({}), undefined, 401, 0],
    ["GET", "/users/@me", () => ({ authorization: "Bearer x" }), undefined, 401, 0],
    ["GET", "/lobbies/1", () => bot, undefined, 404, 10_031],
    ["GET", "/lobbies/one", () => bot, undefined, 400, 50_035],
    ["POST", "/lobbies", () => ada, {}, 403, 20_002],
    ["PUT", "/lobbies", () => bot, { secret: "x" }, 403, 20_001],
    ["PUT", "/lobbies", () => ada, {}, 400, 50_035],
    ["PUT", "/lobbies", () => ada, { secret: 7, flags: "many", lobby_metadata: [] }, 400, 50_035],
    ["POST", "/lobbies", () => bot, { members: [{ metadata: { a: 1 } }, { id: "x" }] }, 400, 50_035],
    ["GET", "/gateway/bot", () => ada, undefined, 403, 20_002],
  ])("a rejection of %s %s", async (method, path, headers, body, status, code) => {
    const answer = await ask(method, path, headers(), body);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it("a rate limit", async () => {
    const strict = await startPlatform({ enforceRateLimits: true });
    try {
      const headers = { authorization: `Bot ${strict.seeded.botToken}` };
      const url = `${strict.endpoints.apiBase}/v10/lobbies/1`;
      let response = await fetch(url, { headers });
      for (let asked = 0; asked < 200 && response.status !== 429; asked += 1) {
        await response.text();
        response = await fetch(url, { headers });
      }
      expect(response.status).toBe(429);
      expect(description.judge("GET", "/lobbies/{lobby_id}", 429, await bodyOf(response))).toEqual([]);
    } finally {
      await strict.stop();
    }
  });
});

describe("what the SDK asks", () => {
  it("is described, and so is every answer, from the consent page to the last token", async () => {
    const { endpoints, seeded } = platform;
    const asked: string[] = [];
    const judged: Fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const method = init?.method ?? "GET";
      const response = await fetch(input, init);
      const template = templateOf(url);
      asked.push(`${method} ${template}`);
      const problems = description.judge(method, template, response.status, await bodyOf(response.clone()));
      expect(problems, `${method} ${template}`).toEqual([]);
      return response;
    };
    const client = new Client(endpoints.apiBase, endpoints.webBase, {
      fetch: judged,
      openUrl: async (url) => {
        const answer = await pressForm(url, { user_id: seeded.userIds[1], authorize: "1" });
        await fetch(answer.headers.get("location") ?? "");
      },
    });
    client.setApplicationId(seeded.applicationId);
    const verifier = client.createAuthorizationCodeVerifier();
    const args = new AuthorizationArgs();
    args.scopes = Client.getDefaultCommunicationScopes();
    args.codeChallenge = verifier.challenge;
    const { code, redirectUri } = await client.authorize(args);
    const first = await client.getToken(seeded.applicationId, code, verifier.verifier, redirectUri);
    const tokens = await client.refreshToken(seeded.applicationId, first.refreshToken);
    await client.updateToken(AuthorizationTokenType.Bearer, tokens.accessToken);
    client.connect();
    await waitFor("ready", () => client.getStatus() === Client.Status.Ready);
    const { lobbyId } = await client.createOrJoinLobby("sdk");
    await client.leaveLobby(lobbyId);
    await client.revokeToken(seeded.applicationId, tokens.accessToken);
    await expect(
      client.getToken(seeded.applicationId, code, verifier.verifier, redirectUri),
    ).rejects.toMatchObject({ result: { successful: false } });
    client.destroy();
    expect(new Set(asked)).toEqual(
      new Set([
        "POST /oauth2/token",
        "GET /gateway",
        "GET /oauth2/@me",
        "PUT /lobbies",
        "DELETE /lobbies/{lobby_id}/members/@me",
        "POST /oauth2/token/revoke",
      ]),
    );
  });
});

describe("the story", () => {
  it("has met every route that the platform serves", () => {
    const met = new Set([...description.judged].map((one) => one.replace(/ \d+$/, "")));
    for (const route of [
      "GET /lobbies/{lobby_id}",
      "POST /lobbies/{lobby_id}/messages",
      "GET /lobbies/{lobby_id}/messages",
      "PUT /lobbies/{lobby_id}/messages/{message_id}/moderation-metadata",
      "PUT /partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata",
      "PATCH /lobbies/{lobby_id}",
      "DELETE /lobbies/{lobby_id}",
      "PUT /lobbies/{lobby_id}/members/{user_id}",
      "DELETE /lobbies/{lobby_id}/members/{user_id}",
      "DELETE /lobbies/{lobby_id}/members/@me",
      "POST /lobbies/{lobby_id}/members/bulk",
      "POST /lobbies",
      "PUT /lobbies",
      "GET /users/@me",
      "GET /users/@me/relationships",
      "POST /users/@me/relationships",
      "PUT /users/@me/relationships/{user_id}",
      "DELETE /users/@me/relationships/{user_id}",
      "GET /users/@me/game-relationships",
      "POST /users/@me/game-relationships",
      "PUT /users/@me/game-relationships/{user_id}",
      "DELETE /users/@me/game-relationships/{user_id}",
      "GET /applications/{application_id}/users/{user_id}/identities/{external_id}/profile",
      "PATCH /applications/{application_id}/users/{user_id}/identities/{external_id}/profile",
      "GET /users/{user_id}/application-identities",
      "POST /application-identities",
      "GET /gateway",
      "GET /gateway/bot",
      "GET /applications/@me",
      "GET /oauth2/@me",
      "POST /oauth2/token",
      "POST /oauth2/token/revoke",
    ])
      expect(met, route).toContain(route);
  });

  it("detects a wrong response: a judge that accepts everything is none", () => {
    expect(description.judge("GET", "/gateway", 200, {})).not.toEqual([]);
    expect(description.judge("GET", "/gateway", 201, { url: "ws://x" })).not.toEqual([]);
    expect(description.judge("GET", "/users/@me", 200, { id: 1 })).not.toEqual([]);
    expect(description.judge("DELETE", "/lobbies/{lobby_id}", 204, {})).not.toEqual([]);
    const numbered = { code: 50_035, message: "x", errors: { a: { _errors: [{ code: 7, message: "m" }] } } };
    expect(description.judge("PUT", "/lobbies", 400, numbered)).not.toEqual([]);
    const friend = { id: "1", type: 3, user: {}, nickname: null, user_ignored: false };
    expect(description.judge("GET", "/users/@me/relationships", 200, [friend])).not.toEqual([]);
    expect(description.judge("POST", "/oauth2/token", 400, { error: "oops" })).not.toEqual([]);
  });
});

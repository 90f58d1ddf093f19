import { startPlatform, type Platform } from "@sdkpp/platform";
import fc from "fast-check";
import { COMMUNICATION_SCOPES } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinLobby, platformForTest, player, sdkSession, type Player } from "./support-platform.js";

type Headers = Record<string, string>;

async function ask(platform: Platform, headers: Headers, line: string, body?: unknown) {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method,
    headers: body === undefined ? withoutType(headers) : { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === "" ? undefined : JSON.parse(text)) as Record<string, unknown> & { id: string },
  };
}

const withoutType = ({ "content-type": _type, ...rest }: Headers): Headers => rest;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const scoped = ({ control, seeded }: Platform, index: 0 | 1, scope: string): Headers =>
  bearer(control.issueTokens(seeded.applicationId, seeded.userIds[index], scope).access_token);

describe("the message routes", () => {
  let platform: Platform;
  let ada: Player;
  let ben: Player;
  let bot: Headers;
  let lobbyId: string;
  let said: string;
  let written: string;

  beforeAll(async () => {
    platform = await startPlatform();
    [ada, ben] = [player(platform, 0), player(platform, 1)];
    bot = { authorization: `Bot ${platform.seeded.botToken}` };
    platform.control.makeFriends(ada.userId, ben.userId);
    lobbyId = await joinLobby(platform, ada, "s");
    said = (await ask(platform, ada.headers, `POST /lobbies/${lobbyId}/messages`, { content: "a" })).body.id;
    written = (await ask(platform, ada.headers, `POST /users/${ben.userId}/messages`, { content: "b" })).body
      .id;
  });
  afterAll(() => platform.stop());

  interface Door {
    readonly line: () => string;
    readonly body?: object;
    readonly as: "player" | "bot" | "any";
    /** what a token must have been granted */
    readonly scope?: string;
  }
  const DOORS: Door[] = [
    {
      line: () => `POST /lobbies/${lobbyId}/messages`,
      body: { content: "x" },
      as: "player",
      scope: "lobbies.write",
    },
    { line: () => `GET /lobbies/${lobbyId}/messages`, as: "player", scope: "lobbies.write" },
    {
      line: () => `PATCH /lobbies/${lobbyId}/messages/${said}`,
      body: { content: "x" },
      as: "player",
      scope: "lobbies.write",
    },
    { line: () => `DELETE /lobbies/${lobbyId}/messages/${said}`, as: "player", scope: "lobbies.write" },
    { line: () => `PUT /lobbies/${lobbyId}/messages/${said}/moderation-metadata`, body: {}, as: "bot" },
    {
      line: () => `POST /users/${ben.userId}/messages`,
      body: { content: "x" },
      as: "player",
      scope: "dm_channels.messages.write",
    },
    {
      line: () => `GET /users/${ben.userId}/messages`,
      as: "player",
      scope: "dm_channels.messages.read",
    },
    {
      line: () => `PATCH /users/${ben.userId}/messages/${written}`,
      body: { content: "x" },
      as: "player",
      scope: "dm_channels.messages.write",
    },
    {
      line: () => `DELETE /users/${ben.userId}/messages/${written}`,
      as: "player",
      scope: "dm_channels.messages.write",
    },
    { line: () => "GET /partner-sdk/users/@me/channels", as: "player", scope: "dm_channels.read" },
    { line: () => `GET /users/@me/dms/${ben.userId}`, as: "any", scope: "dm_channels.read" },
    { line: () => `GET /applications/${platform.seeded.applicationId}/disclosures`, as: "player" },
    {
      line: () => `POST /applications/${platform.seeded.applicationId}/disclosures`,
      body: { disclosures: [3] },
      as: "player",
    },
    {
      line: () => `PUT /partner-sdk/dms/${ben.userId}/${ada.userId}/messages/${written}/moderation-metadata`,
      body: {},
      as: "bot",
    },
  ];

  /** All that could have changed. */
  const everything = async () => {
    const lists = [`GET /lobbies/${lobbyId}/messages`, `GET /users/${ben.userId}/messages`];
    return Promise.all(lists.map((line) => ask(platform, ada.headers, line)));
  };

  it("reject unauthorized actors with the documented code, and nothing changes", async () => {
    const { control, seeded } = platform;
    const other = control.createApplication({ name: "Other" });
    const foreign = bearer(control.issueTokens(other.id, ada.userId, COMMUNICATION_SCOPES).access_token);
    const stranger = control.createUser({ username: "eve" }).id;
    const eve = bearer(
      control.issueTokens(seeded.applicationId, stranger, COMMUNICATION_SCOPES).access_token,
    );
    const before = await everything();
    for (const { line, body, as, scope } of DOORS) {
      const codeOf = async (headers: Headers) => {
        const answer = await ask(platform, headers, line(), body);
        return [answer.status, answer.body?.["code"]];
      };
      expect(await codeOf({}), line()).toEqual([401, 0]);
      expect(await codeOf(bearer("made-up")), line()).toEqual([401, 0]);
      if (as === "bot") expect(await codeOf(ada.headers), line()).toEqual([403, 20_002]);
      if (as === "player") expect(await codeOf(bot), line()).toEqual([403, 20_001]);
      if (scope === undefined) continue;
      expect(await codeOf(scoped(platform, 0, "identify")), line()).toEqual([403, 50_026]);
      if (line().includes("/lobbies/")) {
        expect(await codeOf(foreign), line()).toEqual([404, 10_031]);
        expect(await codeOf(eve), line()).toEqual([403, 50_001]);
      } else if (!line().startsWith("GET /partner-sdk")) {
        const [status] = await codeOf(eve);
        expect([403, 404], line()).toContain(status);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it.each<[string, string, object]>([
    ["one of a lobby", "?limit=0", { limit: { _errors: [{ code: "NUMBER_TYPE_MIN" }] } }],
    ["too many", "?limit=201", { limit: { _errors: [{ code: "NUMBER_TYPE_MAX" }] } }],
    ["no number", "?limit=ten", { limit: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] } }],
    ["two of them", "?limit=1&limit=2", { limit: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] } }],
  ])("name a wrong limit: %s", async (_claim, query, errors) => {
    for (const path of [`/lobbies/${lobbyId}/messages`, `/users/${ben.userId}/messages`])
      expect(await ask(platform, ada.headers, `GET ${path}${query}`)).toMatchObject({
        status: 400,
        body: { code: 50_035, errors },
      });
  });

  it.each<[string, object, string]>([
    ["a number for a text", { content: 5 }, "content"],
    ["a text over 2000", { content: "x".repeat(2001) }, "content"],
    ["a value that is no text", { content: "x", metadata: { a: 1 } }, "metadata"],
    ["a value over 1024", { content: "x", metadata: { a: "x".repeat(1025) } }, "metadata"],
    ["a key over 1024", { content: "x", metadata: { ["k".repeat(1025)]: "" } }, "metadata"],
    [
      "26 pairs",
      { content: "x", metadata: Object.fromEntries(Array.from({ length: 26 }, (_, at) => [at, ""])) },
      "metadata",
    ],
    ["negative flags", { content: "x", flags: -1 }, "flags"],
    ["too long a nonce", { content: "x", nonce: "x".repeat(26) }, "nonce"],
  ])("name the wrong field: %s", async (_claim, body, field) => {
    for (const path of [`/lobbies/${lobbyId}/messages`, `/users/${ben.userId}/messages`]) {
      const answer = await ask(platform, ada.headers, `POST ${path}`, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
      expect(Object.keys(answer.body["errors"] as object)).toEqual([field]);
    }
  });

  it.each<[string, object]>([
    ["six pairs", { a: "", b: "", c: "", d: "", e: "", f: "" }],
    ["a key over 1024", { ["k".repeat(1025)]: "" }],
    ["a value over 2000", { a: "x".repeat(2001) }],
    ["a value that is no text", { a: 1 }],
    ["a list", []],
  ])("reject invalid moderation metadata: %s", async (_claim, body) => {
    const paths = [
      `/lobbies/${lobbyId}/messages/${said}`,
      `/partner-sdk/dms/${ada.userId}/${ben.userId}/messages/${written}`,
    ];
    for (const path of paths)
      expect(await ask(platform, bot, `PUT ${path}/moderation-metadata`, body)).toMatchObject({
        status: 400,
        body: { code: 50_035 },
      });
  });

  it("accept moderation metadata at its limits", async () => {
    const full = Object.fromEntries(
      ["a", "b", "c", "d", "k".repeat(1024)].map((key) => [key, "x".repeat(2000)]),
    );
    const path = `/lobbies/${lobbyId}/messages/${said}/moderation-metadata`;
    expect((await ask(platform, bot, `PUT ${path}`, full)).status).toBe(204);
    const listed = await ask(platform, ada.headers, `GET /lobbies/${lobbyId}/messages`);
    const found = (listed.body as unknown as { id: string; moderation_metadata: object }[]).find(
      ({ id }) => id === said,
    );
    expect(found?.moderation_metadata).toEqual(full);
  });

  it("store the disclosures of the own application only", async () => {
    const path = `/applications/${platform.seeded.applicationId}/disclosures`;
    const { headers } = ben;
    const untold = { disclosures: [3], acked_disclosures: [], all_acked: false };
    expect(await ask(platform, headers, `GET ${path}`)).toEqual({ status: 200, body: untold });
    const told = { disclosures: [3], acked_disclosures: [3], all_acked: true };
    const tell = () => ask(platform, headers, `POST ${path}`, { disclosures: [3, 3] });
    expect([await tell(), await tell()]).toEqual(Array(2).fill({ status: 200, body: told }));
    expect((await ask(platform, headers, `GET ${path}`)).body).toEqual(told);
    expect((await ask(platform, headers, "GET /applications/5/disclosures")).body).toMatchObject({
      code: 10_002,
    });
    for (const disclosures of [[], [0], [4], ["3"], 3])
      expect(await ask(platform, headers, `POST ${path}`, { disclosures })).toMatchObject({
        status: 400,
        body: { code: 50_035 },
      });
  });

  it("answer 250 generated bodies in the documented shape, never with a 5xx", async () => {
    const field = fc.constantFrom("content", "metadata", "flags", "nonce", "__proto__", "activity", "a");
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant(1e300),
      fc.constant("x".repeat(3000)),
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
    );
    const body = fc.oneof(
      fc.dictionary(field, value).map((object) => JSON.stringify(object)),
      fc.json(),
      fc.string(),
      fc.constant("[".repeat(5000)),
    );
    const doors = DOORS.filter((door) => door.body !== undefined);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...doors), body, async ({ line, as }, text) => {
        const answer = await ask(platform, as === "bot" ? bot : ada.headers, line(), text);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400)
          expect(answer.body).toMatchObject({
            code: expect.any(Number) as unknown,
            message: expect.any(String) as unknown,
          });
      }),
      { numRuns: 250 },
    );
  });
});

describe("a raw session", () => {
  it("gets its stored conversations in READY, by id only when users are deduplicated; none without the scope", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    platform.control.makeFriends(ada.userId, ben.userId);
    const { body } = await ask(platform, ada.headers, `POST /users/${ben.userId}/messages`, { content: "x" });
    const { ready } = await sdkSession(platform, ben);
    expect(ready["private_channels"]).toMatchObject([
      { id: body["channel_id"], type: 1, last_message_id: body.id, recipients: [{ id: ada.userId }] },
    ]);
    const apart = await sdkSession(platform, ben, { capabilities: 1 << 4 });
    expect(apart.ready["private_channels"]).toMatchObject([{ recipient_ids: [ada.userId] }]);
    expect(JSON.stringify(apart.ready["users"])).toContain(ada.userId);
    const { control, seeded } = platform;
    const scope = "identify gateway.connect relationships.read";
    const token = control.issueTokens(seeded.applicationId, ben.userId, scope).access_token;
    const less = await sdkSession(platform, { ...ben, token });
    expect(less.ready["private_channels"]).toEqual([]);
  });

  it("gets a message of another game's player, without that game's own data", async () => {
    const platform = await platformForTest();
    const { control } = platform;
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    control.makeFriends(ada.userId, ben.userId);
    const other = control.createApplication({ name: "Other" });
    const token = control.issueTokens(other.id, ben.userId, COMMUNICATION_SCOPES).access_token;
    const own = await sdkSession(platform, ben);
    const abroad = await sdkSession(platform, { ...ben, token });
    const sent = { content: "hi", metadata: { a: "b" } };
    const { body } = await ask(platform, ada.headers, `POST /users/${ben.userId}/messages`, sent);
    expect(await own.socket.event("MESSAGE_CREATE")).toMatchObject({ id: body.id, metadata: { a: "b" } });
    const heard = await abroad.socket.event("MESSAGE_CREATE");
    expect(heard).toMatchObject({ id: body.id, application_id: platform.seeded.applicationId });
    expect(heard).not.toHaveProperty("metadata");
    const path = `/partner-sdk/dms/${ada.userId}/${ben.userId}/messages/${body.id}/moderation-metadata`;
    const bot = { authorization: `Bot ${platform.seeded.botToken}` };
    expect((await ask(platform, bot, `PUT ${path}`, { action: "hide" })).status).toBe(204);
    expect(await own.socket.event("MESSAGE_UPDATE")).toMatchObject({
      moderation_metadata: { action: "hide" },
    });
    await ask(platform, ada.headers, `PATCH /users/${ben.userId}/messages/${body.id}`, { content: "ho" });
    const update = await abroad.socket.event("MESSAGE_UPDATE");
    expect([update["content"], "moderation_metadata" in update]).toEqual(["ho", false]);
  });

  it("is rate limited for history requests, when limits are enforced", async () => {
    const platform = await platformForTest({ enforceRateLimits: true });
    const ada = player(platform, 0);
    const lobbyId = await joinLobby(platform, ada, "s");
    const statuses = await Promise.all(
      Array.from({ length: 60 }, () => ask(platform, ada.headers, `GET /lobbies/${lobbyId}/messages`)),
    );
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it("gets no history older than 72 hours of the platform's clock", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    const lobbyId = await joinLobby(platform, ada, "s");
    await ask(platform, ada.headers, `POST /lobbies/${lobbyId}/messages`, { content: "old" });
    const { socket } = await sdkSession(platform, ada);
    await platform.control.clock.advance(72 * 3_600_000 + 1000);
    socket.close();
    const { headers } = player(platform, 0);
    await ask(platform, headers, `POST /lobbies/${lobbyId}/messages`, { content: "new" });
    const { body } = await ask(platform, headers, `GET /lobbies/${lobbyId}/messages?limit=200`);
    expect((body as unknown as { content: string }[]).map(({ content }) => content)).toEqual(["new"]);
  });
});

import type { Platform } from "@sdkpp/platform";
import fc from "fast-check";
import { PRESENCE_INTENTS, RelationshipType } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform } from "@sdkpp/platform";
import { platformForTest, player, sdkSession, type Player } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

const { Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType;
const LISTS = ["relationships", "game-relationships"] as const;

async function send(platform: Platform, headers: Record<string, string>, line: string, body?: unknown) {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${platform.endpoints.apiBase}/v10/users/@me/${path}`, {
    method,
    headers: body === undefined ? { authorization: headers["authorization"] ?? "" } : headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}

const withScope = (platform: Platform, index: 0 | 1, scope: string): Record<string, string> => {
  const { seeded, control } = platform;
  const { access_token } = control.issueTokens(seeded.applicationId, seeded.userIds[index], scope);
  return { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
};

describe("the relationship routes", () => {
  let platform: Platform;
  let ada: Player;
  let ben: Player;

  beforeAll(async () => {
    platform = await startPlatform();
    [ada, ben] = [player(platform, 0), player(platform, 1)];
  });
  afterAll(() => platform.stop());

  const lists = async (who: Player) => {
    const [all, game] = await Promise.all(
      LISTS.map((list) => send(platform, who.headers, `GET ${list}`).then(({ body }) => body)),
    );
    return { all, game };
  };

  it.each(LISTS)("%s: request by name, accept by id, end", async (list) => {
    const asked = await send(platform, ada.headers, `POST ${list}`, { username: "Ben", discriminator: null });
    expect(asked).toEqual({ status: 204, body: undefined });
    expect((await send(platform, ben.headers, `PUT ${list}/${ada.userId}`, { type: 1 })).status).toBe(204);
    expect(await send(platform, ada.headers, `GET ${list}`)).toMatchObject({
      status: 200,
      body: [{ id: ben.userId, type: Friend }],
    });
    expect((await send(platform, ada.headers, `DELETE ${list}/${ben.userId}`)).status).toBe(204);
    expect(await lists(ben)).toEqual({ all: [], game: [] });
  });

  it.each<[string, string, () => object]>([
    ["POST relationships", "a request", () => ({ username: "ben" })],
    ["PUT relationships/BEN", "a request or an answer", () => ({})],
    ["DELETE relationships/BEN", "an end", () => ({})],
    ["GET relationships", "a list", () => ({})],
    ["POST game-relationships", "a game request", () => ({ username: "ben" })],
    ["PUT game-relationships/BEN", "a game request or an answer", () => ({})],
    ["DELETE game-relationships/BEN", "a game end", () => ({})],
    ["GET game-relationships", "a game list", () => ({})],
  ])(
    "%s (%s) is for tokens with its scope only, and a rejection changes nothing",
    async (line, _what, body) => {
      const { seeded } = platform;
      const isRead = line.startsWith("GET");
      const other = platform.control.createApplication({ name: "Other" });
      const matrix: [string, Record<string, string>, number, number][] = [
        ["no token", { "content-type": "application/json" }, 401, 0],
        ["a wrong token", { authorization: "Bearer nope", "content-type": "application/json" }, 401, 0],
        [
          "a bot",
          { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" },
          403,
          20_001,
        ],
        [
          "the other scope",
          withScope(platform, 0, `identify relationships.${isRead ? "write" : "read"}`),
          403,
          50_026,
        ],
      ];
      for (const [who, headers, status, code] of matrix) {
        const answer = await send(
          platform,
          headers,
          line.replace("BEN", ben.userId),
          isRead ? undefined : body(),
        );
        expect(answer, who).toMatchObject({ status, body: { code } });
      }
      expect(await lists(ada)).toEqual({ all: [], game: [] });
      // Another application's token reaches its own game list only.
      const { access_token } = platform.control.issueTokens(other.id, ada.userId, "openid sdk.social_layer");
      const elsewhere = { authorization: `Bearer ${access_token}` };
      expect((await send(platform, elsewhere, "GET game-relationships")).body).toEqual([]);
    },
  );

  it.each<[string, unknown, number, number]>([
    ["PUT relationships/ADA", {}, 400, 80_003],
    ["PUT relationships/1", {}, 404, 10_013],
    ["PUT relationships/BEN", { type: 1 }, 404, 10_013],
    ["DELETE relationships/1", undefined, 404, 10_013],
    ["PUT relationships/BOT", {}, 403, 80_000],
    ["POST relationships", { username: "nobody" }, 400, 80_004],
    ["PUT game-relationships/1", {}, 404, 10_013],
    ["POST game-relationships", { username: "nobody" }, 400, 80_004],
    ["PUT relationships/x", {}, 400, 50_035],
    ["PUT relationships/BEN", { type: 3 }, 400, 50_035],
    ["PUT game-relationships/BEN", { type: 2 }, 400, 50_035],
    ["POST relationships", { username: "x" }, 400, 50_035],
    ["POST relationships", { username: "x".repeat(33) }, 400, 50_035],
    ["POST relationships", { username: "ben", discriminator: "0001" }, 400, 50_035],
    ["POST relationships", { username: "ben", note: "x".repeat(121) }, 400, 50_035],
  ])("%s with %j answers %i and %i", async (line, body, status, code) => {
    const ids = { ADA: ada.userId, BEN: ben.userId, BOT: platform.seeded.botUserId };
    const path = line.replace(/[A-Z]{3}$/, (name) => ids[name as keyof typeof ids]);
    expect(await send(platform, ada.headers, path, body)).toMatchObject({ status, body: { code } });
  });

  it("answers 300 generated bodies with success or the documented error, never with a 5xx", async () => {
    const field = fc.constantFrom("username", "discriminator", "type", "note", "from_friend_suggestion", "x");
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 1, 2, 1.5, 1e300, "ben", "9".repeat(30)));
    const body = fc.oneof(
      fc.dictionary(field, value).map((made) => JSON.stringify(made)),
      fc.json(),
      fc.string(),
    );
    const doors = LISTS.flatMap((list) => [`POST ${list}`, `PUT ${list}/${ben.userId}`, `PUT ${list}/x`]);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...doors), body, async (line, text) => {
        const answer = await send(platform, ada.headers, line, text === "" ? "{}" : text);
        if (answer.status === 204) return;
        refused += 1;
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThanOrEqual(150);
  });
});

describe("the gateway", () => {
  it("READY has the lists and presences, complete or deduplicated", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const cyd = platform.control.createUser({ username: "cyd" });
    platform.control.makeFriends(ada.userId, ben.userId);
    platform.control.makeFriends(ada.userId, ben.userId, platform.seeded.applicationId);
    await send(platform, ada.headers, `PUT relationships/${cyd.id}`, { type: 2 });
    await sdkSession(platform, ben);
    const whole = await sdkSession(platform, ada);
    const { applicationId } = platform.seeded;
    expect(whole.ready).toMatchObject({
      relationships: [
        { id: ben.userId, type: Friend, user: { username: "ben" }, has_played_game: true },
        { id: cyd.id, type: Blocked, has_played_game: false },
      ],
      game_relationships: [{ id: ben.userId, user: { username: "ben" }, user_id: ada.userId }],
      presences: [
        { user: { id: ben.userId }, status: "online", activities: [{ application_id: applicationId }] },
      ],
      users: [],
    });
    const split = await sdkSession(platform, ada, { capabilities: 69_680 });
    expect(split.ready).toMatchObject({
      relationships: [{ user_id: ben.userId }, { user_id: cyd.id }],
      presences: [],
      merged_presences: { friends: [] },
      users: [{ id: ben.userId }, { id: cyd.id }],
    });
    expect((split.ready["relationships"] as object[])[0]).not.toHaveProperty("user");
    expect(await split.socket.event("READY_SUPPLEMENTAL")).toMatchObject({
      merged_presences: { friends: [{ user_id: ben.userId, status: "online" }] },
    });
  });

  it("READY omits what the token may not see", async () => {
    const platform = await platformForTest();
    const ada = player(platform, 0);
    platform.control.makeFriends(ada.userId, platform.seeded.userIds[1]);
    const { authorization = "" } = withScope(platform, 0, "identify gateway.connect");
    const { ready } = await sdkSession(platform, { ...ada, token: authorization.slice("Bearer ".length) });
    expect(ready).toMatchObject({ relationships: [], game_relationships: [], presences: [] });
  });

  it("sends each step to both users, also with the presence scopes' intents, and replays missed ones after a resume", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const [adas, bens] = [
      await sdkSession(platform, ada),
      await sdkSession(platform, ben, { intents: PRESENCE_INTENTS }),
    ];
    await send(platform, ada.headers, `PUT relationships/${ben.userId}`, {});
    expect(await adas.socket.event("RELATIONSHIP_ADD")).toMatchObject({ type: PendingOutgoing });
    const asked = await bens.socket.next(({ t }) => t === "RELATIONSHIP_ADD");
    expect(asked.d).toMatchObject({ id: ada.userId, type: PendingIncoming, should_notify: true });

    platform.control.closeGateway(ben.userId, "reset");
    await bens.socket.closed();
    await send(platform, ada.headers, `DELETE relationships/${ben.userId}`);
    await send(platform, ada.headers, "POST game-relationships", { username: "ben" });
    const again = new FrameSocket(`${platform.endpoints.gateway}?v=9&encoding=json`);
    await again.op(10);
    again.send(6, { token: `Bearer ${ben.token}`, session_id: bens.sessionId, seq: asked.s });
    await again.event("RESUMED");
    expect(again.frames.filter(({ t }) => t !== null).map(({ t }) => t)).toEqual([
      "RELATIONSHIP_REMOVE",
      "GAME_RELATIONSHIP_ADD",
    ]);
  });
});

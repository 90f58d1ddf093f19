import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, joinLobby, player, platformForTest, sdkSession } from "./support-platform.js";

type Headers = Record<string, string>;

const json = (authorization: string): Headers => ({ authorization });
const EXTERNAL = "steam/76561 ü";

describe("the routes of identities", () => {
  let platform: Platform;
  let bot: Headers;
  let path: string;

  beforeAll(async () => {
    platform = await startPlatform({ enforceRateLimits: false });
    const { seeded, control } = platform;
    const ada = player(platform, 0);
    bot = json(`Bot ${seeded.botToken}`);
    path = `/applications/${seeded.applicationId}/users/${ada.userId}/identities/${encodeURIComponent(EXTERNAL)}/profile`;
    control.users.setIdentity(seeded.applicationId, ada.userId, {
      externalId: EXTERNAL,
      providerType: "STEAM",
      username: "Countess",
      metadata: { level: "1" },
    });
  });
  afterAll(() => platform.stop());

  it("the first change of an empty profile replies with it", async () => {
    const { seeded, control } = platform;
    const { id } = control.users.create({ username: "empty" });
    control.users.setIdentity(seeded.applicationId, id, { externalId: "empty" });
    const place = `/applications/${seeded.applicationId}/users/${id}/identities/empty/profile`;
    const data = { primary: { season: "one" }, dynamic: [{ type: 2, name: "level", value: 7.5 }] };
    const first = await ask(platform, bot, `PATCH ${place}`, { username: "Duke", data });
    expect(first).toEqual({ status: 201, body: { username: "Duke", metadata: null, data } });
    expect((await ask(platform, bot, `PATCH ${place}`, { username: "Archduke" })).status).toBe(204);
  });

  it("the game's bot looks identities up, and deletes one", async () => {
    const { seeded, control } = platform;
    const { id } = control.users.create({ username: "linked" });
    const account = { externalId: "e/1", providerType: "EPIC_ONLINE_SERVICES", providerId: "p" } as const;
    control.users.setIdentity(seeded.applicationId, id, account);
    const shown = {
      provider_type: "EPIC_ONLINE_SERVICES",
      provider_id: "p",
      provider_issued_user_id: "e/1",
      user_id: id,
    };
    const ofUser = `/users/${id}/application-identities/${seeded.applicationId}`;
    const ofAccount = `/applications/${seeded.applicationId}/application-identities`;
    const found = { status: 200, body: { identities: [shown] } };
    const none = { status: 200, body: { identities: [] } };
    const get = (line: string) => ask(platform, bot, `GET ${line}`);
    expect(await get(ofUser)).toEqual(found);
    expect(await get(`${ofAccount}/EPIC_ONLINE_SERVICES/e%2F1`)).toEqual(found);
    expect(await get(`${ofAccount}/EPIC_ONLINE_SERVICES/e%2F1?provider_id=p`)).toEqual(found);
    expect(await get(`${ofAccount}/EPIC_ONLINE_SERVICES/e%2F1?provider_id=q`)).toEqual(none);
    expect(await get(`${ofAccount}/STEAM/e%2F1`)).toEqual(none);
    expect(await get(`/users/1/application-identities/${seeded.applicationId}`)).toMatchObject({
      status: 404,
    });
    expect(await get(`/users/${id}/application-identities/1`)).toMatchObject({ body: { code: 10_002 } });
    const remove = (rest: string, body?: object) => ask(platform, bot, `POST ${ofUser}/${rest}/delete`, body);
    expect((await remove("STEAM/e%2F1")).status).toBe(404);
    expect((await remove("EPIC_ONLINE_SERVICES/e%2F1", { provider_id: "q" })).status).toBe(404);
    expect((await remove("EPIC_ONLINE_SERVICES/e%2F1", { provider_id: "p" })).status).toBe(204);
    expect(await get(ofUser)).toEqual(none);
  });

  it.each<[string, object, string[]]>([
    ["an unknown member", { other: 1 }, ["data"]],
    ["an unknown primary member", { primary: { other: 1 } }, ["data", "primary"]],
    ["a wrong type", { primary: { season: 1 } }, ["data", "primary", "season"]],
    ["31 dynamic fields", { dynamic: Array(31).fill({ type: 2, name: "n", value: 1 }) }, ["data", "dynamic"]],
    ["a text as a number", { dynamic: [{ type: 2, name: "n", value: "1" }] }, ["data", "dynamic"]],
    [
      "more than 10 KB",
      { dynamic: Array(11).fill({ type: 1, name: "n", value: "x".repeat(1000) }) },
      ["data"],
    ],
  ])("data with %s is rejected", async (_title, data, at) => {
    const before = await ask(platform, bot, `GET ${path}`);
    const { status, body } = await ask(platform, bot, `PATCH ${path}`, { data });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 50_035 } });
    const tree = at.reduce(
      (node, name) => (node as Record<string, object>)[name] ?? {},
      body["errors"] as object,
    );
    expect(JSON.stringify(tree)).toMatch(/_errors/);
    expect(await ask(platform, bot, `GET ${path}`)).toEqual(before);
  });

  it("an external id may have the maximum length, and need not be a snowflake", async () => {
    const { seeded, control } = platform;
    const { id } = control.users.create({ username: "longest" });
    const externalId = "ü€x/".repeat(256);
    control.users.setIdentity(seeded.applicationId, id, { externalId });
    const place = `/applications/${seeded.applicationId}/users/${id}/identities/${encodeURIComponent(externalId)}/profile`;
    expect(await ask(platform, bot, `GET ${place}`)).toMatchObject({ status: 200 });
  });
});

describe("identity events", () => {
  const UPDATE = "USER_APPLICATION_IDENTITY_UPDATE";

  it("READY has the identities of exactly the users it names", async () => {
    const platform = await platformForTest();
    const { seeded, control } = platform;
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const cyd = control.users.create({ username: "cyd" });
    for (const id of [ada.userId, ben.userId, cyd.id])
      control.users.setIdentity(seeded.applicationId, id, { externalId: `ext-${id}` });
    const alone = (await sdkSession(platform, ada)).ready["user_application_profiles"];
    expect(Object.keys(alone as object)).toEqual([ada.userId]);
    await joinLobby(platform, ada, "room");
    await joinLobby(platform, ben, "room");
    const { ready } = await sdkSession(platform, ada);
    const profiles = ready["user_application_profiles"] as Record<string, unknown>;
    expect(Object.keys(profiles).sort()).toEqual([ada.userId, ben.userId].sort());
    expect(profiles[ben.userId]).toMatchObject([
      { external_id: { provider_issued_user_id: `ext-${ben.userId}` } },
    ]);
    const narrow = control.tokens.issue(
      seeded.applicationId,
      ada.userId,
      "identify gateway.connect relationships.read lobbies.write",
    );
    const other = await sdkSession(platform, { ...ada, token: narrow.access_token });
    expect(other.ready["user_application_profiles"]).toEqual({});
  });

  it("companions get changes, and a new member's profile precedes the member", async () => {
    const platform = await platformForTest();
    const { seeded, control } = platform;
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    const { socket } = await sdkSession(platform, ada);
    await joinLobby(platform, ada, "room");
    await socket.event("LOBBY_CREATE");
    control.users.setIdentity(seeded.applicationId, ben.userId, { externalId: "b", username: "Duke" });
    await joinLobby(platform, ben, "room");
    const [first, second] = [
      await socket.next(({ op, t }) => op === 0 && t !== "SESSIONS_REPLACE"),
      await socket.next(({ op, t }) => op === 0 && t !== "SESSIONS_REPLACE"),
    ];
    expect([first.t, second.t]).toEqual([UPDATE, "LOBBY_MEMBER_ADD"]);
    expect(first.d).toMatchObject({
      user_id: ben.userId,
      application_id: seeded.applicationId,
      username: "Duke",
    });
    control.users.removeIdentity(seeded.applicationId, ben.userId);
    expect(await socket.event("USER_APPLICATION_IDENTITY_REMOVE")).toEqual({
      user_id: ben.userId,
      application_id: seeded.applicationId,
    });
  });
});

import { COMMUNICATION_SCOPES } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { ask, joinLobby, platformForTest, player, sdkSession } from "./support-platform.js";

describe("a raw session", () => {
  it("gets its stored conversations in READY, by id only when users are deduplicated; none without the scope", async () => {
    const platform = await platformForTest();
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    platform.control.users.makeFriends(ada.userId, ben.userId);
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
    const token = control.tokens.issue(seeded.applicationId, ben.userId, scope).access_token;
    const less = await sdkSession(platform, { ...ben, token });
    expect(less.ready["private_channels"]).toEqual([]);
  });

  it("gets a message of another game's player, without that game's own data", async () => {
    const platform = await platformForTest();
    const { control } = platform;
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    control.users.makeFriends(ada.userId, ben.userId);
    const other = control.applications.create({ name: "Other" });
    const token = control.tokens.issue(other.id, ben.userId, COMMUNICATION_SCOPES).access_token;
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
});

it("the disclosures that a player has read are stored", async () => {
  const platform = await platformForTest();
  const { headers } = player(platform, 0);
  const path = `/applications/${platform.seeded.applicationId}/disclosures`;
  const untold = { disclosures: [3], acked_disclosures: [], all_acked: false };
  expect(await ask(platform, headers, `GET ${path}`)).toEqual({ status: 200, body: untold });
  const told = { disclosures: [3], acked_disclosures: [3], all_acked: true };
  const tell = () => ask(platform, headers, `POST ${path}`, { disclosures: [3, 3] });
  expect([await tell(), await tell()]).toEqual(Array(2).fill({ status: 200, body: told }));
  expect((await ask(platform, headers, `GET ${path}`)).body).toEqual(told);
});

// Events over HTTP, sent to applications that behave badly.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import type { Platform, PlatformOptions } from "@sdkpp/platform";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendRequest } from "../../support/send-request.js";
import { waitFor } from "../../support/wait-for.js";
import { WebhookReceiver, type Manner } from "../../support/webhook-receiver.js";
import { platformForTest, player, sdkSession } from "./support-platform.js";

const QUEST = "QUEST_USER_ENROLLMENT";

/** A platform whose seeded application receives these events. */
async function subscribed(types: readonly string[], options: PlatformOptions = {}) {
  const platform = await platformForTest({ localWebhooks: true, ...options });
  const receiver = await WebhookReceiver.open();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const { status } = await subscribe(platform, receiver, { event_webhooks_types: types });
  expect(status).toBe(200);
  return { platform, receiver, id: platform.seeded.applicationId };
}

/** The key with which the seeded game's webhooks are signed. */
async function keyOf(platform: Platform): Promise<string> {
  const bot = `Bot ${platform.seeded.botToken}`;
  const { body } = await sendRequest<{ verify_key: string }>(platform, bot, "GET", "/applications/@me");
  return body.verify_key;
}

async function subscribe(platform: Platform, receiver: WebhookReceiver, more: object = {}) {
  const bot = `Bot ${platform.seeded.botToken}`;
  receiver.expectKey(await keyOf(platform));
  return sendRequest<Record<string, unknown>>(platform, bot, "PATCH", "/applications/@me", {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    ...more,
  });
}

const attemptsOf = (platform: Platform) =>
  platform.control.applications.eventWebhooks(platform.seeded.applicationId).attempts;

/** Waits until this many attempts have an outcome. */
const attempts = (platform: Platform, count: number) =>
  waitFor(`${String(count)} attempts`, () => attemptsOf(platform).length >= count);

describe("an address for events", () => {
  it.each<[Manner, RegExp]>([
    [200, /answer a signed PING with 204, but it answered 200/],
    [500, /it answered 500/],
    ["close", /ECONNRESET/],
    ["redirect", /it answered 307/],
    ["accept everything", /a PING with a wrong signature with 401, but it answered 204/],
  ])("that answers a PING with %s is not saved", async (manner, words) => {
    const platform = await platformForTest({ localWebhooks: true });
    await using receiver = await WebhookReceiver.open();
    receiver.manner = manner;
    const { status, body } = await subscribe(platform, receiver);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(JSON.stringify(body["errors"])).toMatch(words);
    const state = platform.control.applications.eventWebhooks(platform.seeded.applicationId);
    expect(state).toMatchObject({ status: 1, types: [] });
    expect(state.url).toBeUndefined();
    expect(receiver.requests).toBeLessThanOrEqual(2);
  });

  it("that does not answer keeps nobody waiting, and no jump of the clock ends the wait", async () => {
    const platform = await platformForTest({ localWebhooks: true });
    await using receiver = await WebhookReceiver.open();
    receiver.manner = "hang";
    const saving = subscribe(platform, receiver);
    await waitFor("the PING", () => receiver.requests === 1);
    const bot = `Bot ${platform.seeded.botToken}`;
    const meanwhile = { description: "Changed meanwhile." };
    expect((await sendRequest(platform, bot, "PATCH", "/applications/@me", meanwhile)).status).toBe(200);
    await platform.control.clock.advance(3_600_000);
    receiver.answerAll(204);
    receiver.manner = "well";
    expect(await saving).toMatchObject({ status: 200 });
  });

  // The addresses that are not public are those of a unit test.
  it.each([
    "http://127.0.0.1:PORT/",
    "https://localhost:PORT/",
    "https://[::ffff:127.0.0.1]:PORT/",
    "https://2130706433:PORT/",
  ])("%s is not contacted without the option", async (address) => {
    const platform = await platformForTest();
    await using receiver = await WebhookReceiver.open();
    const event_webhooks_url = address.replace("PORT", new URL(receiver.url).port);
    const { status, body } = await subscribe(platform, receiver, { event_webhooks_url });
    expect({ status, code: body["code"] }).toEqual({ status: 400, code: 50_035 });
    expect(JSON.stringify(body["errors"])).toMatch(/must begin with https|is not public/);
    expect(receiver.requests).toBe(0);
  });

  it("is removed when it accepts a wrong signature later", async () => {
    const { platform, receiver, id } = await subscribed([QUEST]);
    expect(await platform.control.applications.checkEventWebhook(id)).toBe(true);
    receiver.manner = "accept everything";
    expect(await platform.control.applications.checkEventWebhook(id)).toBe(false);
    expect(platform.control.applications.eventWebhooks(id)).toMatchObject({
      status: 1,
      disabledReason: expect.stringMatching(/wrong signature/),
    });
    platform.control.applications.enrollInQuest(id);
    expect(platform.control.applications.eventWebhooks(id).waiting).toBe(0);
  });

  it("is sent a wrong signature once a day, and removed when it accepts that; not when it does not answer", async () => {
    const { platform, receiver, id } = await subscribed([QUEST]);
    const { clock, applications } = platform.control;
    const dayPassed = async (manner: Manner) => {
      receiver.manner = manner;
      const { requests } = receiver;
      await clock.advance(86_400_000);
      await waitFor("the check", () => receiver.requests > requests);
    };
    await dayPassed("well");
    await dayPassed("close");
    expect(applications.eventWebhooks(id).url).toBe(receiver.url);
    await dayPassed("accept everything");
    await waitFor("the removal", () => applications.eventWebhooks(id).url === undefined);
    expect(applications.eventWebhooks(id).disabledReason).toMatch(/wrong signature/);
  });

  it("is checked once more when days have passed during a check", async () => {
    const { platform, receiver } = await subscribed([QUEST]);
    const { clock } = platform.control;
    const { requests } = receiver;
    receiver.manner = "hang";
    await clock.advance(86_400_000);
    await waitFor("the first check", () => receiver.requests === requests + 1);
    await clock.advance(86_400_000);
    await clock.advance(86_400_000);
    receiver.manner = "well";
    receiver.answerAll(401);
    await waitFor("another check", () => receiver.requests > requests + 1);
    expect(receiver.requests).toBe(requests + 2);
  });
});

describe("an address that no parser reads", () => {
  const BAD = ["https://x:99999/", "https://[::1", "https://%zz/", "https://"];
  const rejected = { status: 400, body: { code: 50_035 } };

  it("is refused wherever one is stored", async () => {
    const platform = await platformForTest({ localWebhooks: true });
    const bot = `Bot ${platform.seeded.botToken}`;
    const messages = `/channels/${platform.seeded.textChannelId}/messages`;
    for (const url of BAD) {
      const fields = {
        "/lobbies": ["POST", { override_event_webhooks_url: url }],
        "/applications/@me": ["PATCH", { event_webhooks_url: url }],
        "/applications/@me?": ["PATCH", { interactions_endpoint_url: url }],
        "/applications/@me?a": ["PATCH", { custom_install_url: url }],
        [messages]: ["POST", { embeds: [{ title: "x", url }] }],
        [`${messages}?`]: ["POST", { embeds: [{ title: "x", image: { url } }] }],
      } as const;
      for (const [path, [method, body]] of Object.entries(fields))
        expect({ path, url, ...(await sendRequest(platform, bot, method, path, body)) }).toMatchObject(
          rejected,
        );
    }
  });

  it("and that an earlier release stored is dropped at the start", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sdkpp-webhooks-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const before = await platformForTest({ dataDir, localWebhooks: true });
    const { applicationId, botToken, userIds } = before.seeded;
    await using good = await WebhookReceiver.open();
    good.expectKey(await keyOf(before));
    const lobby = { members: [{ id: userIds[0] }], override_event_webhooks_url: good.url };
    const { body } = await sendRequest<{ id: string }>(before, `Bot ${botToken}`, "POST", "/lobbies", lobby);
    await before.stop();
    const db = new Database(join(dataDir, "platform.db"));
    const change = db.prepare(
      "UPDATE record SET body = json_set(body, ?, ?) WHERE id = ? AND collection = ?",
    );
    change.run("$.eventWebhooksUrl", "https://x:99999/", body.id, "lobby");
    change.run("$.interactionsUrl", "https://x:99999/", applicationId, "application");
    const webhooks = '{"status":2,"url":"https://[::1","types":["LOBBY_MESSAGE_CREATE"]}';
    db.prepare(
      "UPDATE record SET body = json_set(body, '$.eventWebhooks', json(?)) WHERE id = ? AND collection = ?",
    ).run(webhooks, applicationId, "application");
    db.close();
    const lines: string[] = [];
    const after = await platformForTest({ dataDir, localWebhooks: true, log: (line) => lines.push(line) });
    expect(lines.filter((line) => line.startsWith("event webhooks: dropped"))).toEqual([
      expect.stringContaining(
        `dropped interactions_endpoint_url of application ${applicationId}: "https://x:99999/"`,
      ),
      expect.stringContaining(`dropped event_webhooks_url of application ${applicationId}: "https://[::1"`),
      expect.stringContaining(`dropped override_event_webhooks_url of lobby ${body.id}: "https://x:99999/"`),
    ]);
    expect(after.control.applications.eventWebhooks(applicationId)).toMatchObject({
      status: 3,
      disabledReason: "the address cannot be read",
    });
  });
});

describe("an event", () => {
  it.each<[Manner, RegExp]>([
    [500, /answered 500/],
    [200, /answered 200/],
    ["close", /ECONNRESET/],
    ["redirect", /answered 307/],
  ])("that is answered with %s is sent again until it is acknowledged", async (manner, words) => {
    const { platform, receiver, id } = await subscribed([QUEST]);
    const before = receiver.requests;
    receiver.manner = manner;
    platform.control.applications.enrollInQuest(id);
    await waitFor("the first attempt", () => receiver.requests === before + 1);
    await attempts(platform, 1);
    expect(attemptsOf(platform)[0]).toMatchObject({
      outcome: "will be retried",
      problem: expect.stringMatching(words),
    });
    receiver.manner = "well";
    receiver.events.length = 0;
    await platform.control.clock.advance(1000);
    await receiver.next(QUEST);
    await attempts(platform, 2);
    expect(attemptsOf(platform)[1]).toMatchObject({ attempt: 2, outcome: "delivered" });
    expect(platform.control.applications.eventWebhooks(id).waiting).toBe(0);
    expect(receiver.requests).toBe(before + 2);
  });

  it("is given up after ten minutes; ten in a row disable the application's events", async () => {
    const { platform, receiver, id } = await subscribed([QUEST]);
    receiver.manner = 503;
    for (let count = 0; count < 10; count += 1) platform.control.applications.enrollInQuest(id);
    // 1, 2, 4 … 64, then 120 s: the tenth pause would end after ten minutes.
    const pauses = [1, 2, 4, 8, 16, 32, 64, 120, 120, 120];
    for (const [at, pause] of pauses.entries()) {
      await waitFor(
        `round ${String(at + 1)}`,
        () => platform.control.applications.eventWebhooks(id).waiting === 10,
      );
      const done = () => attemptsOf(platform).filter(({ attempt }) => attempt === at + 1).length;
      await waitFor(`round ${String(at + 1)}`, () => done() === 10);
      await platform.control.clock.advance(pause * 1000);
    }
    await waitFor("the end", () => platform.control.applications.eventWebhooks(id).status === 3);
    expect(platform.control.applications.eventWebhooks(id)).toMatchObject({
      waiting: 0,
      disabledReason: expect.stringMatching(/answered 503/),
    });
    const before = receiver.requests;
    platform.control.applications.enrollInQuest(id);
    expect(platform.control.applications.eventWebhooks(id).waiting).toBe(0);
    receiver.manner = "well";
    const { body } = await subscribe(platform, receiver);
    expect(body).toMatchObject({ event_webhooks_status: 2 });
    platform.control.applications.enrollInQuest(id);
    await receiver.next(QUEST);
    // Two PINGs and the event.
    expect(receiver.requests).toBe(before + 3);
  });

  it("waits in the data folder while the platform is stopped", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sdkpp-webhooks-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { platform, receiver, id } = await subscribed([QUEST], { dataDir });
    receiver.manner = "hang";
    platform.control.applications.enrollInQuest(id);
    await waitFor("the first attempt", () => receiver.of(QUEST).length === 1);
    await platform.stop();
    receiver.manner = "well";
    receiver.events.length = 0;
    await platformForTest({ dataDir, localWebhooks: true });
    expect(await receiver.next(QUEST)).toMatchObject({ type: QUEST });
  });

  it("of an application does not wait for one that hangs, and at most 1,000 wait", async () => {
    const { platform, receiver, id } = await subscribed([QUEST]);
    const { control } = platform;
    receiver.manner = "hang";
    for (let count = 0; count < 1001; count += 1) control.applications.enrollInQuest(id);
    expect(control.applications.eventWebhooks(id)).toMatchObject({ waiting: 1000, dropped: 1 });
    await using other = await WebhookReceiver.open();
    const game = control.applications.create({ name: "Other" });
    const bot = `Bot ${control.applications.createBot(game.id).token}`;
    other.expectKey(game.verifyKey);
    const body = {
      event_webhooks_url: other.url,
      event_webhooks_status: 2,
      event_webhooks_types: [QUEST],
    };
    expect((await sendRequest(platform, bot, "PATCH", "/applications/@me", body)).status).toBe(200);
    control.applications.enrollInQuest(game.id);
    await other.next(QUEST);
    // Four at once, beside the two PINGs.
    expect(receiver.requests).toBe(2 + 4);
  });
});

describe("messages", () => {
  const TYPES = ["CREATE", "UPDATE", "DELETE"];

  it("of a lobby reach the application, or the lobby's own address", async () => {
    const types = TYPES.map((one) => `LOBBY_MESSAGE_${one}`);
    const { platform, receiver } = await subscribed(types);
    const ada = player(platform, 0);
    const bot = `Bot ${platform.seeded.botToken}`;
    const ask = async (who: string, method: string, path: string, body?: object) =>
      (await sendRequest<{ id: string }>(platform, who, method, path, body)).body;
    const members = [{ id: ada.userId }];
    const lobby = await ask(bot, "POST", "/lobbies", { members });
    const said = { content: "hello", metadata: { mood: "good" } };
    const who = ada.headers["authorization"] ?? "";
    const { id } = await ask(who, "POST", `/lobbies/${lobby.id}/messages`, said);
    expect((await receiver.next("LOBBY_MESSAGE_CREATE")).data).toMatchObject({
      id,
      lobby_id: lobby.id,
      content: "hello",
      author: { id: ada.userId },
      metadata: { mood: "good" },
    });
    await ask(who, "PATCH", `/lobbies/${lobby.id}/messages/${id}`, { content: "changed" });
    expect((await receiver.next("LOBBY_MESSAGE_UPDATE")).data).toMatchObject({
      content: "changed",
      edited_timestamp: expect.stringMatching(/./),
    });
    await ask(bot, "PUT", `/lobbies/${lobby.id}/messages/${id}/moderation-metadata`, { verdict: "fine" });
    await ask(who, "DELETE", `/lobbies/${lobby.id}/messages/${id}`);
    expect((await receiver.next("LOBBY_MESSAGE_DELETE")).data).toEqual({ id, lobby_id: lobby.id });
    // Judging a message is no edit.
    expect(receiver.of("LOBBY_MESSAGE_UPDATE")).toHaveLength(1);
    await using own = await WebhookReceiver.open();
    own.expectKey(await keyOf(platform));
    own.manner = "accept everything";
    const change = [bot, "PATCH", `/lobbies/${lobby.id}`, { override_event_webhooks_url: own.url }] as const;
    expect(await sendRequest(platform, ...change)).toMatchObject({
      status: 400,
      body: {
        code: 50_035,
        errors: {
          override_event_webhooks_url: {
            _errors: [{ message: expect.stringMatching(/PING with a wrong signature/) }],
          },
        },
      },
    });
    expect(await sendRequest(platform, bot, "POST", "/lobbies", change[3])).toMatchObject({ status: 400 });
    own.manner = "well";
    expect((await sendRequest(platform, ...change)).status).toBe(200);
    await ask(who, "POST", `/lobbies/${lobby.id}/messages`, { content: "apart" });
    expect((await own.next("LOBBY_MESSAGE_CREATE")).data).toMatchObject({ content: "apart" });
    expect(receiver.of("LOBBY_MESSAGE_CREATE")).toHaveLength(1);
  });

  it("between players reach the application while one of them plays", async () => {
    const types = TYPES.map((one) => `GAME_DIRECT_MESSAGE_${one}`);
    const { platform, receiver } = await subscribed(types);
    const [ada, ben] = [player(platform, 0), player(platform, 1)];
    platform.control.users.makeFriends(ada.userId, ben.userId);
    const messages = `/users/${ben.userId}/messages`;
    const who = ada.headers["authorization"] ?? "";
    const ask = async (method: string, path: string, body?: object) =>
      (await sendRequest<{ id: string }>(platform, who, method, path, body)).body;
    await ask("POST", messages, { content: "nobody plays" });
    expect(platform.control.applications.eventWebhooks(platform.seeded.applicationId).waiting).toBe(0);
    const { socket } = await sdkSession(platform, ben);
    const { id } = await ask("POST", messages, { content: "hello" });
    expect((await receiver.next("GAME_DIRECT_MESSAGE_CREATE")).data).toMatchObject({
      id,
      content: "hello",
      author: { id: ada.userId },
      channel: { recipients: [{ id: ben.userId }] },
    });
    await ask("PATCH", `${messages}/${id}`, { content: "changed" });
    expect((await receiver.next("GAME_DIRECT_MESSAGE_UPDATE")).data).toMatchObject({
      id,
      content: "changed",
    });
    await ask("DELETE", `${messages}/${id}`);
    expect((await receiver.next("GAME_DIRECT_MESSAGE_DELETE")).data).toMatchObject({
      id,
      content: "changed",
    });
    socket.close();
  });
});

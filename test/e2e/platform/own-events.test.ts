// Events with a developer's own data: over the gateway, over HTTP, and from the command line.
import { readFileSync, writeFileSync } from "node:fs";
import { connectControl } from "@sdkpp/platform/control";
import { GatewayIntent } from "sdkpp/wire";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendRequest } from "../../support/send-request.js";
import { WebhookReceiver } from "../../support/webhook-receiver.js";
import { runPlatformCommand } from "./support-command.js";
import { folderPerTest } from "./support-folder.js";
import { botSession, platformForTest, player, sdkSession } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

const at = folderPerTest();
const ENTITLEMENT = { id: "9001", sku_id: "9002", application_id: "9003", type: 8, deleted: false };

/** A server of the seeded bot. */
async function town() {
  const platform = await platformForTest({ controlApi: {}, localWebhooks: true });
  const { control, seeded } = platform;
  const guild = control.guilds.create({
    name: "G",
    ownerId: seeded.userIds[0],
    memberIds: [seeded.botUserId],
  });
  return { platform, control, bot: seeded.botUserId, guildId: guild.id };
}

describe("over the gateway", () => {
  it("reach a user's sessions as every other event, and again after a resume", async () => {
    const { platform, control, bot } = await town();
    const { socket, sessionId } = await botSession(platform);
    const sent = control.gateway.dispatch("ENTITLEMENT_CREATE", { ...ENTITLEMENT, own: 1 }, { userId: bot });
    expect(sent).toEqual({ heard: [sessionId], withheld: [] });
    expect(await socket.event("ENTITLEMENT_CREATE")).toEqual({ ...ENTITLEMENT, own: 1 });
    control.gateway.close(bot, "reset");
    await socket.closed();
    const again = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
    await again.op(10);
    again.send(6, { token: platform.seeded.botToken, session_id: sessionId, seq: 1 });
    expect(await again.event("ENTITLEMENT_CREATE")).toMatchObject({ id: "9001" });
  });

  it("need the intent of their place, unless they are for one session", async () => {
    const { platform, control, guildId } = await town();
    const { socket, sessionId } = await botSession(platform, GatewayIntent.Guilds);
    const ban = { guild_id: guildId, user: { id: "5", username: "eve" } };
    const withheld = { heard: [], withheld: [sessionId] };
    expect(control.gateway.dispatch("GUILD_BAN_ADD", ban, { guildId })).toEqual(withheld);
    expect(control.gateway.dispatch("GUILD_BAN_ADD", ban, { sessionId }).heard).toEqual([sessionId]);
    expect(await socket.event("GUILD_BAN_ADD")).toEqual(ban);
    expect(socket.frames.filter(({ t }) => t === "GUILD_BAN_ADD")).toEqual([]);
  });

  it("reach players too, one member of a server, or nobody", async () => {
    const { platform, control, guildId, bot } = await town();
    const ada = player(platform, 0);
    const { socket, sessionId } = await sdkSession(platform, ada);
    const user = { id: ada.userId, username: "renamed" };
    expect(control.gateway.dispatch("USER_UPDATE", user, { userId: ada.userId }).heard).toEqual([sessionId]);
    expect(await socket.event("USER_UPDATE")).toEqual(user);
    expect(control.users.get(ada.userId).username).not.toBe("renamed");
    const role = { guild_id: guildId, role_id: "1" };
    const { socket: own, sessionId: ownId } = await botSession(platform);
    expect(control.gateway.dispatch("GUILD_ROLE_DELETE", role, { guildId, userId: bot }).heard).toEqual([
      ownId,
    ]);
    expect(await own.event("GUILD_ROLE_DELETE")).toEqual(role);
    const stranger = control.users.create({ username: "nobody_here" });
    const nobody = { heard: [], withheld: [] };
    expect(control.gateway.dispatch("USER_UPDATE", user, { userId: stranger.id })).toEqual(nobody);
  });

  it("say what is wrong with them, in this process and in another", async () => {
    const { platform, control, guildId } = await town();
    const data = { guild_id: guildId, role_id: 7 };
    const words = /^data\.role_id: expected an id \(a decimal string\), received 7/;
    expect(() => control.gateway.dispatch("GUILD_ROLE_DELETE", data, { guildId })).toThrow(words);
    expect(() => control.gateway.dispatch("USER_UPDATE", { id: "1", username: "a" }, {})).toThrow(
      /^target: expected a userId, a guildId or a sessionId/,
    );
    expect(() =>
      control.gateway.dispatch("USER_UPDATE", { id: "1", username: "a" }, { sessionId: "x" }),
    ).toThrow(/^target\.sessionId: expected a session of the gateway/);
    expect(() =>
      control.gateway.dispatch("USER_UPDATE", { id: "1", username: "a" }, { sessionId: "x", guildId }),
    ).toThrow(/^target: expected a sessionId, or a userId and a guildId/);
    const remote = connectControl(platform.controlApi!);
    await expect(remote.gateway.dispatch("GUILD_ROLE_DELETE", data, { guildId })).rejects.toThrow(words);
  });
});

describe("to an application's address", () => {
  it("are signed as every other event, for what it has subscribed to", async () => {
    const { platform, control } = await town();
    const receiver = await WebhookReceiver.open();
    onTestFinished(() => receiver[Symbol.asyncDispose]());
    const { applicationId, botToken } = platform.seeded;
    const send = (data?: object) => control.applications.sendEvent(applicationId, "ENTITLEMENT_DELETE", data);
    expect(() => send(ENTITLEMENT)).toThrow(/has not subscribed to ENTITLEMENT_DELETE: PATCH/);
    const own = await sendRequest<{ verify_key: string }>(
      platform,
      `Bot ${botToken}`,
      "GET",
      "/applications/@me",
    );
    receiver.expectKey(own.body.verify_key);
    const saved = await sendRequest(platform, `Bot ${botToken}`, "PATCH", "/applications/@me", {
      event_webhooks_url: receiver.url,
      event_webhooks_status: 2,
      event_webhooks_types: ["ENTITLEMENT_DELETE"],
    });
    expect(saved.status).toBe(200);
    expect(() => send()).toThrow(/^data: expected an object, received undefined/);
    send({ ...ENTITLEMENT, own: true });
    const event = await receiver.next("ENTITLEMENT_DELETE");
    expect(event.data).toEqual({ ...ENTITLEMENT, own: true });
  });
});

describe("trigger", () => {
  it("tells who heard an event, from the command line or a file", async () => {
    const { platform, bot, guildId } = await town();
    const env = { SDKPP_CONTROL: platform.controlApi!.url, SDKPP_CONTROL_TOKEN: platform.controlApi!.token };
    const trigger = (...args: string[]) => runPlatformCommand(["trigger", ...args], env);
    const { socket, sessionId } = await botSession(platform, GatewayIntent.Guilds);
    writeFileSync(at("data.json"), JSON.stringify(ENTITLEMENT));
    const heard = await trigger("ENTITLEMENT_CREATE", "--data", `@${at("data.json")}`, "--user", bot);
    expect(heard).toEqual({ code: 0, out: "1 session heard ENTITLEMENT_CREATE.\n", err: "" });
    expect(await socket.event("ENTITLEMENT_CREATE")).toEqual(ENTITLEMENT);
    const ban = JSON.stringify({ guild_id: guildId, user: { id: "5", username: "eve" } });
    const withheld = await trigger("GUILD_BAN_ADD", "--data", ban, "--guild", guildId);
    expect(withheld.out).toBe(
      "0 sessions heard GUILD_BAN_ADD; 1 session without its intent or scope did not.\n",
    );
    const json = await trigger("GUILD_BAN_ADD", "--data", ban, "--session", sessionId, "--json");
    expect(JSON.parse(json.out)).toEqual({ heard: [sessionId], withheld: [] });
    const nobody = await trigger("GUILD_BAN_ADD", "--data", ban, "--user", platform.seeded.userIds[1]);
    expect(nobody.out).toBe("Nobody heard GUILD_BAN_ADD: no session of the gateway belongs to the target.\n");
  });

  it("names the event and the member that are wrong as they were typed", async () => {
    const { platform, guildId } = await town();
    const env = { SDKPP_CONTROL: platform.controlApi!.url, SDKPP_CONTROL_TOKEN: platform.controlApi!.token };
    const trigger = (...args: string[]) => runPlatformCommand(["trigger", ...args, "--guild", guildId], env);
    expect(await trigger("GUILD_ROLE_DELETE", "--data", `{ "guild_id": "${guildId}" }`)).toEqual({
      code: 2,
      out: "",
      err: "--data.role_id: expected an id (a decimal string), received undefined\n",
    });
    expect((await trigger("NOPE", "--data", "{}")).err).toMatch(/^EVENT: expected an event that may come/);
  });

  it("does what the guide shows", async () => {
    const { platform, guildId } = await town();
    const env = { SDKPP_CONTROL: platform.controlApi!.url, SDKPP_CONTROL_TOKEN: platform.controlApi!.token };
    await botSession(platform);
    const guide = readFileSync(
      new URL("../../../docs/guides/testing-from-other-languages.md", import.meta.url),
      "utf8",
    );
    const [, event = "", data = ""] =
      /npx @sdkpp\/platform trigger (\w+) --guild "\$GUILD" --data '(.*)'/.exec(guide)!;
    const { out } = await runPlatformCommand(["trigger", event, "--guild", guildId, "--data", data], env);
    expect(out).toBe("1 session heard GUILD_ROLE_DELETE.\n");
  });

  it.each<[string, string[], RegExp]>([
    ["no target", ["USER_UPDATE", "--data", "{}"], /--user: expected it, --guild or .* received none/],
    ["two targets", ["USER_UPDATE", "--user", "1", "--webhook", "1"], /received both/],
    ["no JSON", ["USER_UPDATE", "--data", "{", "--user", "1"], /--data: expected JSON, or @ and a file/],
    ["no file", ["USER_UPDATE", "--data", "@/none", "--user", "1"], /--data: .*ENOENT/],
    ["an event that no address gets", ["USER_UPDATE", "--webhook", "1"], /EVENT: expected "APPLICATION_AUTH/],
  ])("says what is wrong: %s", async (_what, args, words) => {
    const env = { SDKPP_CONTROL: "http://127.0.0.1:9", SDKPP_CONTROL_TOKEN: "x" };
    const { code, err } = await runPlatformCommand(["trigger", ...args], env);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(words) as string });
  });
});

// A deleted channel takes along all that belongs to it: nothing stays in the store that nobody can reach.
import { describe, expect, it, onTestFinished } from "vitest";
import { AeadMode, Permission } from "sdkpp/wire";
import { RawBot } from "../../support/raw-bot.js";
import { sendRequest } from "../../support/send-request.js";
import { platformForTest } from "./support-platform.js";
import { VoiceClient } from "./support-voice.js";

const PICTURE = Buffer.from("\x89PNG\r\n\x1a\nx", "latin1");

describe("a deleted channel", () => {
  it("ends its call for everybody with 4022", async () => {
    const platform = await platformForTest();
    const { control, seeded } = platform;
    const guild = control.guilds.create({
      name: "Server",
      ownerId: control.users.create({ username: "owner" }).id,
      memberIds: [seeded.botUserId],
      channels: [{ name: "voice", kind: "voice" }],
      roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [seeded.botUserId] }],
    });
    const channelId = guild.channels[0]!.id;
    const bot = await RawBot.login(platform, { userId: seeded.botUserId, token: seeded.botToken });
    onTestFinished(() => bot.close());
    const grant = await bot.askToJoin(guild.id, channelId);
    const inside = await VoiceClient.connect(platform, grant, AeadMode.Aes256Gcm);
    onTestFinished(() => inside.close());
    await sendRequest(platform, `Bot ${seeded.botToken}`, "DELETE", `/channels/${channelId}`);
    expect(await inside.socket.closed()).toBe(4022);
  });

  it("leaves no messages, files, reactions, pins, webhooks and invites", async () => {
    const platform = await platformForTest();
    const { control, seeded, endpoints } = platform;
    const owner = control.users.create({ username: "owner" });
    const guild = control.guilds.create({
      name: "Server",
      ownerId: owner.id,
      memberIds: [seeded.botUserId],
      channels: [{ name: "text", kind: "text" }],
      roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [seeded.botUserId] }],
    });
    const channel = `/channels/${guild.channels[0]!.id}`;
    const authorization = `Bot ${seeded.botToken}`;
    const must = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
      const answer = await sendRequest<Record<string, unknown>>(platform, authorization, method, path, body);
      expect(answer.status, `${method} ${path}`).toBeLessThan(300);
      return answer.body;
    };

    const form = new FormData();
    form.set("payload_json", JSON.stringify({ content: "hello" }));
    form.set("files[0]", new Blob([PICTURE]), "a.png");
    const posted = await fetch(`${endpoints.apiBase}/v10${channel}/messages`, {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    const { id, attachments } = (await posted.json()) as { id: string; attachments: { url: string }[] };
    await must("PUT", `${channel}/messages/${id}/reactions/%F0%9F%94%A5/@me`);
    await must("PUT", `${channel}/messages/pins/${id}`);
    const webhook = await must("POST", `${channel}/webhooks`, { name: "Herald" });
    const invite = await must("POST", `${channel}/invites`, {});
    const file = attachments[0]!.url;
    expect((await fetch(file)).status).toBe(200);

    await must("DELETE", channel);
    expect((await fetch(file)).status).toBe(404);
    const statusOf = async (path: string): Promise<number> =>
      (await sendRequest(platform, authorization, "GET", path)).status;
    expect(await statusOf(`/webhooks/${String(webhook["id"])}`)).toBe(404);
    expect(await statusOf(`/invites/${String(invite["code"])}`)).toBe(404);
    expect(await statusOf(`${channel}/messages/${id}`)).toBe(404);
  });
});

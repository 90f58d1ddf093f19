// Components over the wire: of bots and webhooks, in JSON and multipart, and what bots without access see.
import { AdditionalContentType } from "sdkpp";
import { GatewayIntent, type MessagePayload } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button, container, file, leavesOf, row, section, text, V2 } from "../../support/components.js";
import { messageNews, signIn } from "../../support/players.js";
import { sendFiles } from "../../support/send-files.js";
import { waitFor } from "../../support/wait-for.js";
import { Stage } from "./authorization-scene.js";
import { FrameSocket } from "./support-socket.js";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.close());

/** A server of the bot with a channel. @param memberIds further members */
function server(memberIds: readonly string[] = []) {
  const { control, seeded } = stage.platform;
  return control.guilds.create({
    name: "Server",
    ownerId: seeded.botUserId,
    memberIds,
    channels: [{ name: "text", kind: "text" }],
  });
}

/** The channel of such a server. @returns its path */
function channel(memberIds?: readonly string[]): string {
  return `/channels/${server(memberIds).channels[0]!.id}`;
}

const asBot = (method: string, path: string, body?: unknown) => stage.send(stage.bot, method, { path, body });

/** A gateway session of a bot. */
async function session(token: string, intents: number): Promise<FrameSocket> {
  const socket = new FrameSocket(`${stage.platform.endpoints.gateway}?v=10&encoding=json`);
  await socket.op(10);
  socket.send(2, { token, properties: {}, intents });
  await socket.event("READY");
  return socket;
}

describe("components", () => {
  it("come in multipart requests, with the files that they show", async () => {
    const payload = { flags: V2, components: [container([file("my_map.png"), section(button("b"))])] };
    const sent = await sendFiles<MessagePayload>(
      stage.platform,
      stage.bot,
      `POST ${channel()}/messages`,
      payload,
      [["my map.png", "pixels"]],
    );
    expect(sent.status).toBe(200);
    const [{ components }] = sent.body.components as [{ components: { file: { url: string } }[] }];
    const shown = await fetch(components[0]!.file.url);
    expect([shown.status, await shown.text(), shown.headers.get("content-type")]).toEqual([
      200,
      "pixels",
      "image/png",
    ]);
  });

  it("are posted and edited by webhooks, which belong to applications", async () => {
    const made = await asBot("POST", `${channel()}/webhooks`, { name: "Herald" });
    const { id, token } = made.body as Record<string, string>;
    const address = `/webhooks/${id!}/${token!}`;
    const asNobody = (method: string, path: string, body: unknown) =>
      stage.send(undefined, method, { path, body });
    const ada = stage.platform.control.users.create({ username: "componentada" });
    const components = [text(`hello <@${ada.id}>`), row(button("b"))];
    const posted = await asNobody("POST", `${address}?wait=true&with_components=true`, {
      flags: V2,
      components,
    });
    expect(posted).toMatchObject({
      status: 200,
      body: {
        flags: V2,
        components: [{ id: 1 }, { id: 2, components: [{ id: 3 }] }],
        mentions: [{ id: ada.id }],
      },
    });
    const message = `${address}/messages/${(posted.body as MessagePayload).id}`;
    const edited = await asNobody("PATCH", message, { components: [text("bye", { id: 4 })] });
    expect(edited).toMatchObject({ status: 200, body: { flags: V2, components: [{ id: 4 }], mentions: [] } });
    const wrong = await asNobody("PATCH", message, { content: "x", components: [button("b")] });
    expect(wrong).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(leavesOf((wrong.body as { errors: unknown }).errors)).toEqual([
      "components.0.type: COMPONENT_TYPE_INVALID",
      "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ]);
    const sent = await sendFiles<MessagePayload>(
      stage.platform,
      "",
      `PATCH ${message}`,
      { components: [file("a.txt")] },
      [["a.txt", "x"]],
    );
    expect(sent).toMatchObject({ status: 200, body: { components: [{ name: "a.txt" }], attachments: [] } });
    const plain = await asNobody("POST", `${address}?wait=true`, {
      content: "x",
      components: [row(button("b"))],
    });
    expect(plain).toMatchObject({
      status: 200,
      body: { flags: 0, components: [{ id: 0, components: [{ id: 0 }] }] },
    });
  });

  it("are found by what they say", async () => {
    const { id, channels } = server();
    const path = `/channels/${channels[0]!.id}/messages`;
    await asBot("POST", path, { flags: V2, components: [container([text("buried treasure")])] });
    stage.platform.control.guilds.indexMessages(id);
    const found = await asBot("GET", `/guilds/${id}/messages/search?content=treasure`);
    expect(found).toMatchObject({ status: 200, body: { total_results: 1, messages: [[{ flags: V2 }]] } });
  });

  it("reach players in conversations, whose game learns that there is something", async () => {
    const [playerId] = stage.platform.seeded.userIds;
    channel([playerId]);
    const client = await signIn(stage.platform, playerId);
    const news = messageNews({ client });
    const { id } = (await asBot("POST", "/users/@me/channels", { recipient_id: playerId })).body as {
      id: string;
    };
    const sent = await asBot("POST", `/channels/${id}/messages`, { flags: V2, components: [text("hello")] });
    expect(sent.status).toBe(200);
    await waitFor("the player to hear of it", () => news.created.length === 1);
    const content = client.getMessageHandle(news.created[0]!)?.additionalContent;
    expect(content).toMatchObject({ count: 1 });
    expect(content?.type).toBe(AdditionalContentType.Other);
    client.destroy();
  });

  it("are hidden from bots that may not read what others write", async () => {
    const { control, seeded } = stage.platform;
    const { id: strangersGame } = control.applications.create({ name: "Stranger" });
    const stranger = control.applications.createBot(strangersGame);
    const path = channel([stranger.userId]);
    const intents = GatewayIntent.Guilds | GatewayIntent.GuildMessages;
    const blind = await session(stranger.token, intents);
    const seeing = await session(seeded.botToken, intents | GatewayIntent.MessageContent);
    const posted = await asBot("POST", `${path}/messages`, { flags: V2, components: [text("secret")] });
    const { id } = posted.body as MessagePayload;
    expect(await blind.event<MessagePayload>("MESSAGE_CREATE")).toMatchObject({
      id,
      flags: V2,
      components: [],
    });
    expect(await seeing.event<MessagePayload>("MESSAGE_CREATE")).toMatchObject({
      id,
      components: [{ content: "secret" }],
    });
    await asBot("PATCH", `${path}/messages/${id}`, { components: [text(`<@${stranger.userId}>`)] });
    expect(await blind.event<MessagePayload>("MESSAGE_UPDATE")).toMatchObject({
      id,
      components: [{ id: 1 }],
    });
    for (const { socket } of [blind, seeing]) socket.terminate();
  });
});

// A bot of discord.js, and a web server of fastify with discord-interactions, answer what users do.
import { Buffer } from "node:buffer";
import { startPlatform, type InteractionState, type NewCommandUse, type Platform } from "@sdkpp/platform";
import { GatewayIntent } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRequest, type Answer } from "../support/send-request.js";
import { installStrangers } from "../support/strangers.mjs";
import { TextPeer } from "./text-peer.js";

let platform: Platform;
let peer: TextPeer;
let channelId: string;
let adaId: string;

async function open(script: string, wish: (platform: Platform) => Promise<object> | object): Promise<void> {
  await installStrangers();
  platform = await startPlatform({ localWebhooks: true });
  const { control, seeded } = platform;
  adaId = control.users.create({ username: "ada" }).id;
  const guild = control.guilds.create({
    name: "Server",
    ownerId: adaId,
    memberIds: [seeded.botUserId],
    channels: [{ name: "text", kind: "text" }],
  });
  channelId = guild.channels[0]!.id;
  peer = await TextPeer.start(script, platform, await wish(platform));
}

async function close(): Promise<void> {
  expect(peer.errors).toEqual([]);
  await peer?.end();
  await platform?.stop();
}

/** Ada uses a command. */
function use(name: string, more: Partial<NewCommandUse> = {}): Promise<InteractionState> {
  const { applicationId } = platform.seeded;
  return platform.control.interactions.useCommand({ applicationId, userId: adaId, channelId, name, ...more });
}

const handled = (id: string) => peer.event("handled", (of) => of["id"] === id).then(({ value }) => value);
const text = (name: string) => ({ filename: name, data: Buffer.from("bytes") });

describe("a bot of discord.js", { timeout: 60_000 }, () => {
  beforeAll(
    () =>
      open("discordjs-interactions.mjs", ({ seeded }) => ({
        token: seeded.botToken,
        intents: GatewayIntent.Guilds,
      })),
    120_000,
  );
  afterAll(close);

  test("registers commands of every kind", async () => {
    const names = ["echo", "map", "later", "find", "form", "shop", "Greet", "Quote"];
    expect(await peer.ask("register")).toEqual(names);
  });

  test("reads options of every kind, and replies", async () => {
    const options = { text: "hi", to: adaId, where: channelId, picture: text("map.png") };
    const state = await use("echo", { options });
    expect(state).toMatchObject({
      status: "answered",
      message: { content: "hi ada text map.png", type: 20 },
    });
    expect(await handled(state.id)).toEqual({ id: state.message?.id, by: "ada" });
  });

  test("reads groups and subcommands", async () => {
    const state = await use("map pin set", { options: { x: 7 } });
    expect(await handled(state.id)).toEqual({ group: "pin", sub: "set", x: 7 });
    expect(state.message).toMatchObject({ content: "pinned", interaction: { name: "map pin set" } });
  });

  test("defers, edits and follows up", async () => {
    const { id, status } = await use("later");
    expect(status).toBe("loading");
    expect(await handled(id)).toEqual({ isHidden: true });
    const state = platform.control.interactions.get(id);
    expect(state).toMatchObject({ status: "answered", message: { content: "at last" } });
    expect(state.followUps).toMatchObject([{ content: "and more", flags: 64 }]);
  });

  test("suggests while a user types", async () => {
    const { applicationId } = platform.seeded;
    const typed = {
      applicationId,
      userId: adaId,
      channelId,
      name: "find",
      options: { item: "s" },
      focused: "item",
    };
    const { choices } = await platform.control.interactions.autocomplete(typed);
    expect(choices?.map(({ value }) => value)).toEqual(["sword", "shield"]);
    expect((await use("find", { options: { item: "sword" } })).message?.content).toBe("found sword");
  });

  test("finds the user and the message of a menu", async () => {
    const greeted = await use("Greet", { kind: "user", targetId: adaId });
    expect(greeted.message).toMatchObject({ content: "hello ada", type: 23 });
    const quoted = await use("Quote", { kind: "message", targetId: greeted.message?.id ?? "" });
    expect(quoted.message?.content).toBe("> hello ada");
  });

  test("opens a modal, and reads what is submitted", async () => {
    const { id, modal } = await use("form");
    expect(modal).toMatchObject({ title: "Report", custom_id: "report" });
    const submit = (fields: object) =>
      platform.control.interactions.submitModal({ interactionId: id, fields: { ...fields } });
    await expect(submit({ story: "", proof: [text("a.txt")] })).rejects.toThrow("weight");
    const state = await submit({
      story: "It broke",
      weight: ["heavy"],
      proof: [text("a.txt"), text("b.txt")],
    });
    expect(state.message).toMatchObject({ content: "It broke heavy a.txt b.txt", flags: 64 });
  });

  test("changes a message when its button is pressed, and when something is chosen", async () => {
    const { message } = await use("shop");
    const on = { userId: adaId, channelId, messageId: message?.id ?? "" };
    const shown = () =>
      sendRequest<{ components: unknown }>(
        platform,
        `Bot ${platform.seeded.botToken}`,
        "GET",
        `/channels/${channelId}/messages/${on.messageId}`,
      );
    const bought = await platform.control.interactions.useComponent({ ...on, customId: "buy" });
    expect(bought).toMatchObject({ status: "answered", callback: 7, message: { id: on.messageId } });
    expect(JSON.stringify((await shown()).body.components)).toContain("ada bought it");
    const chosen = await platform.control.interactions.useComponent({
      ...on,
      customId: "colour",
      values: ["blue"],
    });
    await handled(chosen.id);
    expect(JSON.stringify((await shown()).body.components)).toContain("It is blue");
    const wrong = platform.control.interactions.useComponent({
      ...on,
      customId: "colour",
      values: ["green"],
    });
    await expect(wrong).rejects.toThrow("values");
  });
});

describe("a server of fastify with discord-interactions", { timeout: 60_000 }, () => {
  const bot = () => `Bot ${platform.seeded.botToken}`;
  const setUrl = (url: string | null): Promise<Answer<Record<string, unknown>>> =>
    sendRequest(platform, bot(), "PATCH", "/applications/@me", { interactions_endpoint_url: url });
  const behave = (manner: string) => peer.ask("behave", manner);

  beforeAll(
    () =>
      open("interactions-endpoint.mjs", async (started) => {
        const own = await sendRequest<{ verify_key: string }>(
          started,
          `Bot ${started.seeded.botToken}`,
          "GET",
          "/applications/@me",
        );
        return { publicKey: own.body.verify_key };
      }),
    120_000,
  );
  afterAll(close);

  test("proves itself when its address is saved: it answers a PING, and refuses a wrong signature", async () => {
    const url = await peer.ask<string>("url");
    const wrong = await setUrl(url.replace("/interactions", "/nothing"));
    expect(wrong).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(await setUrl(url)).toMatchObject({ status: 200, body: { interactions_endpoint_url: url } });
    expect(await peer.ask("refused")).toBe(1);
    const command = { name: "wave", description: "Wave" };
    await sendRequest(
      platform,
      bot(),
      "POST",
      `/applications/${platform.seeded.applicationId}/commands`,
      command,
    );
  });

  test.each([
    ["well", { status: "answered", callback: 4, message: { content: "wave by ada" } }],
    ["hidden", { status: "answered", message: { content: "for you", flags: 64 } }],
    [
      "file",
      {
        status: "answered",
        message: { content: "with a file", attachments: [{ filename: "map.txt", size: 5 }] },
      },
    ],
    ["callback", { status: "answered", message: { content: "by the callback" } }],
    ["nonsense", { status: "failed", problem: expect.stringContaining('"type"') as string }],
    ["failure", { status: "failed", problem: "answered 500" }],
  ])("answers %s", async (manner, expected) => {
    await behave(manner);
    expect(await use("wave")).toMatchObject(expected);
  });

  test("is not asked any more when its address is removed", async () => {
    expect(await setUrl("")).toMatchObject({ status: 200, body: { interactions_endpoint_url: null } });
    const waiting = use("wave");
    await platform.control.clock.advance(3001);
    expect(await waiting).toMatchObject({ status: "failed" });
  });
});

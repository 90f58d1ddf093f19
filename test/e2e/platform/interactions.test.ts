// Interactions whose application is late, hides what it says, or is used where it may not be.
import type { InteractionState, Platform, PlatformOptions } from "@sdkpp/platform";
import { GatewayIntent, Permission } from "sdkpp/wire";
import { describe, expect, it, test } from "vitest";
import { InteractionApp } from "../../support/interaction-app.js";
import { sendRequest } from "../../support/send-request.js";
import { platformForTest } from "./support-platform.js";
import { FrameSocket } from "./support-socket.js";

/** A server of Ada with the bot, which is connected. @param everyone what all members may */
async function opened(options: PlatformOptions = {}, everyone?: bigint) {
  const platform = await platformForTest(options);
  const { control, seeded, endpoints } = platform;
  const [ada, ben] = ["ada5", "ben5"].map((username) => control.users.create({ username }).id) as [
    string,
    string,
  ];
  const guild = control.guilds.create({
    name: "Server",
    ownerId: ada,
    memberIds: [ben, seeded.botUserId],
    channels: [
      { name: "text", kind: "text" },
      { name: "adults", kind: "text", nsfw: true },
      { name: "staff", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
    ],
    ...(everyone === undefined ? {} : { everyone }),
  });
  const socket = new FrameSocket(`${endpoints.gateway}?v=10&encoding=json`);
  await socket.op(10);
  const intents = GatewayIntent.Guilds | GatewayIntent.GuildMessages;
  socket.send(2, { token: seeded.botToken, properties: {}, intents });
  await socket.event("READY");
  const app = new InteractionApp(platform, socket);
  const [text, adults, staff] = guild.channels.map(({ id }) => id) as [string, string, string];
  return { platform, app, socket, ada, ben, guildId: guild.id, text, adults, staff };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const history = async ({ platform, text }: Pick<Opened, "platform" | "text">) =>
  (await sendRequest<{ content: string }[]>(platform, bot(platform), "GET", `/channels/${text}/messages`))
    .body;
const bot = (platform: Platform): string => `Bot ${platform.seeded.botToken}`;
const seen = ({ platform }: Opened, id: string): InteractionState => platform.control.interactions.get(id);

describe("a late application", () => {
  it("has failed after 3 seconds, and its token is worth nothing", async () => {
    const at = await opened();
    await at.app.register({ name: "wave" });
    const pending = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
    await at.platform.control.clock.advance(3001);
    expect(await pending.seen).toMatchObject({ status: "failed", followUps: [] });
    const reply = { type: 4, data: { content: "late" } };
    expect(await at.app.respond(pending.received, reply)).toMatchObject({
      status: 404,
      body: { code: 10_062 },
    });
    expect(await at.app.hook(pending.received, "POST", { content: "late" })).toMatchObject({ status: 401 });
    expect(await history(at)).toEqual([]);
  });

  it("follows up for 15 minutes, and is forgotten then with what it hid", async () => {
    const at = await opened();
    await at.app.register({ name: "wave" });
    const { received } = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
    await at.app.respond(received, { type: 4, data: { content: "psst", flags: 64 } });
    await at.platform.control.clock.advance(14 * 60_000);
    expect((await at.app.hook(received, "POST", { content: "still here" })).status).toBe(200);
    await at.platform.control.clock.advance(60_001);
    expect(await at.app.hook(received, "POST", { content: "late" })).toMatchObject({
      status: 401,
      body: { code: 50_027 },
    });
    await at.platform.control.clock.advance(2000);
    expect(() => seen(at, received.id)).toThrow(RangeError);
    expect((await history(at)).map(({ content }) => content)).toEqual(["still here"]);
  });

  it("edits its deferred response by the first follow-up", async () => {
    const at = await opened();
    await at.app.register({ name: "wave" });
    const { received } = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
    await at.app.respond(received, { type: 5 });
    const loading = await at.socket.event<{ id: string; flags: number }>("MESSAGE_CREATE");
    expect(loading.flags & 128).toBe(128);
    const { body } = await at.app.hook<{ id: string; flags: number }>(received, "POST", { content: "now" });
    expect(body).toMatchObject({ id: loading.id, content: "now", flags: 0 });
    expect(await at.socket.event("MESSAGE_UPDATE")).toMatchObject({ id: loading.id, content: "now" });
    expect((await at.app.hook<{ id: string }>(received, "POST", { content: "more" })).body.id).not.toBe(
      loading.id,
    );
  });
});

describe("the token of a component", () => {
  const row = (custom_id: string) => ({
    type: 1,
    components: [{ type: 2, style: 1, label: "Go", custom_id }],
  });
  /** A message with a button, which Ben has pressed. @param flags 64: only Ben sees it */
  async function pressed(at: Opened, flags: number) {
    await at.app.register({ name: "wave" });
    const { received: command } = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
    await at.app.respond(command, { type: 4, data: { content: "source", flags, components: [row("go")] } });
    const sourceId = seen(at, command.id).message!.id;
    const use = { userId: at.ben, channelId: at.text, messageId: sourceId, customId: "go" };
    return { command, sourceId, received: (await at.app.press(use)).received };
  }

  it.each([0, 64])("reaches the message that the component is on (flags %i)", async (flags) => {
    const at = await opened();
    const { command, sourceId, received } = await pressed(at, flags);
    await at.app.respond(received, { type: 4, data: { content: "reply", flags: 64 } });
    const { body: reply } = await at.app.hook<{ id: string }>(received, "GET /messages/@original");
    expect(reply).toMatchObject({ content: "reply" });
    expect(reply.id).not.toBe(sourceId);
    const path = `/messages/${sourceId}`;
    expect((await at.app.hook(received, `GET ${path}`)).body).toMatchObject({ content: "source", flags });
    await at.app.hook(received, `PATCH ${path}`, { content: "changed" });
    expect(seen(at, command.id).message).toMatchObject({ content: "changed", flags });
    expect((await at.app.hook(received, `DELETE ${path}`)).status).toBe(204);
    expect(seen(at, command.id).message).toBeUndefined();
    expect((await at.app.hook(received, `GET ${path}`)).status).toBe(404);
  });

  it("does not reach other messages of the application", async () => {
    const at = await opened();
    const { received } = await pressed(at, 0);
    await at.app.respond(received, { type: 6 });
    const { received: other } = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
    await at.app.respond(other, { type: 4, data: { content: "other" } });
    const { id } = seen(at, other.id).message!;
    expect(await at.app.hook(received, `GET /messages/${id}`)).toMatchObject({
      status: 404,
      body: { code: 10_008 },
    });
  });

  it.each([
    ["the message it is on, after callback 6", { type: 6 }, "source"],
    ["the message it is on, after callback 7", { type: 7, data: { content: "updated" } }, "updated"],
    ["the new one, after callback 5", { type: 5 }, ""],
  ])("names as @original %s", async (_name, response, content) => {
    const at = await opened();
    const { sourceId, received } = await pressed(at, 64);
    await at.app.respond(received, response);
    const { body } = await at.app.hook<{ id: string }>(received, "GET /messages/@original");
    expect(body).toMatchObject({ content });
    expect(body.id === sourceId).toBe(response.type !== 5);
  });
});

it("a signal ends the wait while the clock stands; the response is still taken", async () => {
  const at = await opened();
  await at.app.register({ name: "wave" });
  await at.platform.control.clock.freeze();
  const abort = new AbortController();
  const use = { userId: at.ben, channelId: at.text, name: "wave", signal: abort.signal };
  const { received, seen: waiting } = await at.app.use(use);
  abort.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(at.app.use(use)).rejects.toThrow("enough");
  expect((await at.app.respond(received, { type: 4, data: { content: "hello" } })).status).toBe(204);
  expect(seen(at, received.id)).toMatchObject({ status: "answered" });
  expect((await history(at)).map(({ content }) => content)).toEqual(["hello"]);
  const wrong = { ...use, applicationId: at.app.applicationId, signal: "soon" as never };
  await expect(at.platform.control.interactions.useCommand(wrong)).rejects.toThrow("signal");
});

it("a platform that stops lets nobody wait", async () => {
  const at = await opened();
  await at.app.register({ name: "wave" });
  const { seen: waiting } = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
  await at.platform.stop();
  expect(await waiting).toMatchObject({ status: "waiting", followUps: [] });
});

describe("what only its user sees", () => {
  it("is no message of the channel, and can be changed and deleted", async () => {
    const at = await opened();
    await at.app.register({ name: "wave" });
    const { received } = await at.app.use({ userId: at.ben, channelId: at.text, name: "wave" });
    const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
    const data = { content: "psst", flags: 64, components: [{ type: 1, components: [button] }] };
    await at.app.respond(received, { type: 4, data });
    const { message } = seen(at, received.id);
    expect(message).toMatchObject({ content: "psst", flags: 64 });
    const own = `/channels/${at.text}/messages/${message!.id}`;
    expect(await sendRequest(at.platform, bot(at.platform), "GET", own)).toMatchObject({ status: 404 });
    // Its button works for its user alone.
    const press = (userId: string) =>
      at.app.press({ userId, channelId: at.text, messageId: message!.id, customId: "go" });
    await expect(press(at.ada)).rejects.toThrow("sees no message");
    const pressed = await press(at.ben);
    await at.app.respond(pressed.received, { type: 7, data: { content: "changed", components: [] } });
    expect(seen(at, received.id).message).toMatchObject({ content: "changed", components: [], flags: 64 });
    expect((await at.app.hook(received, "DELETE /messages/@original")).status).toBe(204);
    expect(seen(at, received.id).message).toBeUndefined();
    expect(await history(at)).toEqual([]);
  });

  it("is all that an application says which the server has not installed, where members may not use such ones", async () => {
    const may = Permission.ViewChannel | Permission.UseApplicationCommands | Permission.SendMessages;
    for (const [everyone, flags] of [
      [may, 64],
      [may | Permission.UseExternalApps, 0],
    ] as const) {
      const at = await opened({}, everyone);
      const { control } = at.platform;
      const { id } = control.applications.create({ name: "Foreign" });
      const { token } = control.applications.createBot(id);
      const config = { integration_types_config: { "1": {} } };
      await sendRequest(at.platform, `Bot ${token}`, "PATCH", "/applications/@me", config);
      control.applications.install(id, { userId: at.ben });
      const socket = new FrameSocket(`${at.platform.endpoints.gateway}?v=10&encoding=json`);
      await socket.op(10);
      socket.send(2, { token, properties: {}, intents: 0 });
      await socket.event("READY");
      const app = new InteractionApp(at.platform, socket, id, token);
      await app.register({ name: "wave" });
      const { received } = await app.use({ userId: at.ben, channelId: at.text, name: "wave" });
      expect(received["authorizing_integration_owners"]).toEqual({ "1": at.ben });
      await app.respond(received, { type: 4, data: { content: "hello" } });
      expect(at.platform.control.interactions.get(received.id).message).toMatchObject({ flags });
    }
  });
});

describe("a user cannot", () => {
  const commands = [
    { name: "wave" },
    { name: "adults", nsfw: true },
    { name: "staff", default_member_permissions: "0" },
    { name: "direct", contexts: [1] },
    { name: "count", options: [{ type: 4, name: "to", description: "x", required: true, max_value: 9 }] },
    { name: "map", options: [{ type: 1, name: "pin", description: "x" }] },
    { name: "Greet", type: 2 },
  ];

  test.each<[string, (at: Opened) => object, RegExp]>([
    ["use an unknown command", () => ({ name: "nothing" }), /no command "nothing"/],
    ["use a command where it sees no channel", ({ staff }) => ({ channelId: staff }), /sees no channel/],
    ["use a command for adults elsewhere", () => ({ name: "adults" }), /age-restricted/],
    ["use a command for administrators", () => ({ name: "staff" }), /may not use command "staff"/],
    ["use a command of conversations in a server", () => ({ name: "direct" }), /context 0/],
    ["leave out what is required", () => ({ name: "count" }), /"to".*BASE_TYPE_REQUIRED/],
    ["go beyond a range", () => ({ name: "count", options: { to: 10 } }), /to 9/],
    ["give a text for a number", () => ({ name: "count", options: { to: "7" } }), /Expected a number/],
    ["give an unknown option", () => ({ options: { x: "y" } }), /no such option/],
    ["use a command without its subcommand", () => ({ name: "map" }), /group and subcommand/],
    ["use a menu on nobody", () => ({ name: "Greet", kind: "user" }), /targetId names none/],
    ["have a target for a slash command", ({ ada }) => ({ targetId: ada }), /no target/],
    [
      "type an option without autocomplete",
      () => ({ name: "count", focused: "to", options: { to: "1" } }),
      /no autocomplete/,
    ],
  ])("%s", async (_name, use, words) => {
    const at = await opened();
    await at.app.register(...commands);
    const { applicationId } = at.platform.seeded;
    const input = { applicationId, userId: at.ben, channelId: at.text, name: "wave", ...use(at) };
    const { interactions } = at.platform.control;
    const acting =
      "focused" in input ? interactions.autocomplete(input as never) : interactions.useCommand(input);
    await expect(acting).rejects.toThrow(words);
    // Nothing has reached the application, and the next one does.
    const { received } = await at.app.use({ userId: at.ada, channelId: at.adults, name: "adults" });
    expect(received.data["name"]).toBe("adults");
  });
});

// Commands, and the interactions that users cause.
import { GatewayIntent, MessageFlag, Permission } from "sdkpp/wire";
import { beforeAll, expect } from "vitest";
import { InteractionApp } from "../support/interaction-app.js";
import { answer, drop, force, set, unwrap } from "./change.js";
import { row } from "./row.js";
import { scene, type Account } from "./scene.js";

const at = scene();
let app: InteractionApp;

const RESOLVED = "platform/domain/views/interaction/resolved.ts";
const VIEW = "platform/domain/views/interaction/interaction.ts";
const INVOCATION = "platform/domain/rules/interaction/invocation.ts";
const USE = "platform/domain/rules/interaction/use-command.ts";
const CALLBACKS = "platform/domain/rules/interaction/callbacks.ts";
const COMPOSING = "platform/domain/rules/posting/compose.ts";
const FOLLOW_UPS = "platform/domain/rules/interaction/follow-ups.ts";
const METADATA = "platform/domain/views/message/message-interaction.ts";
const COMMAND_VIEW = "platform/domain/views/command/command.ts";
const COMMAND_INPUT = "platform/domain/rules/command/command-input.ts";
const CODES = "lib/wire/command-codes.ts";

beforeAll(async () => {
  app = new InteractionApp(at.platform, await at.botSession(GatewayIntent.Guilds));
});

/** A server of a new user, with the bot. @param permissions of the bot */
function server(permissions = 0n) {
  const ada = at.user("ada");
  const guild = at.guild({
    ownerId: ada.id,
    name: "Server",
    roles: [{ name: "Bot", permissions, memberIds: [at.platform.seeded.botUserId] }],
    channels: [
      { name: "text", kind: "text" },
      { name: "quiet", kind: "text" },
    ],
  });
  const [channelId, quietId] = guild.channels.map(({ id }) => id) as [string, string];
  return { ada, guildId: guild.id, channelId, quietId };
}

/** A user installs the application to the own account. */
function install({ id }: Account): void {
  at.platform.control.applications.install(at.platform.seeded.applicationId, { userId: id });
}

/** A user uses a slash command of the bot in a new server. */
async function used(command: object = {}, options: Record<string, string> = {}) {
  const here = server();
  const name = "wave";
  await app.register({ name, ...command });
  const { ada, channelId } = here;
  const pending = await app.use({ userId: ada.id, channelId, name, options });
  return { ...here, ...pending };
}

/** Errors of a rejected response. */
const errorsOf = ({ body }: { body: unknown }) => (body as { errors?: unknown }).errors;

row(26, drop(RESOLVED, "partialChannel", "hasBot"), async () => {
  const command = { options: [{ type: 7, name: "where", description: "A channel" }] };
  const { ada, channelId, quietId } = server(Permission.ManageRoles);
  await app.register({ name: "wave", ...command });
  const where = async (userId: string, usedIn: string, id: string) => {
    const use = { userId, channelId: usedIn, name: "wave", options: { where: id } };
    const { data } = (await app.use(use)).received;
    return (data["resolved"] as { channels: Record<string, Record<string, string>> }).channels[id]!;
  };
  const { app_permissions: granted, permissions } = await where(ada.id, channelId, channelId);
  expect(BigInt(granted ?? "0") & Permission.ViewChannel).toBe(Permission.ViewChannel);
  expect(BigInt(permissions ?? "0") & Permission.ManageGuild).toBe(Permission.ManageGuild);
  expect(BigInt(granted ?? "0") & Permission.ManageGuild).toBe(0n);
  // They are those of that channel, not of the one in which the command was used.
  const { botUserId } = at.platform.seeded;
  const overwrite = { type: 1, allow: "0", deny: String(Permission.SendMessages) };
  const line = `PUT /channels/${quietId}/permissions/${botUserId}`;
  expect((await at.ask(at.bot, line, overwrite)).status).toBe(204);
  const quiet = await where(ada.id, channelId, quietId);
  expect(BigInt(granted ?? "0") & Permission.SendMessages).toBe(Permission.SendMessages);
  expect(BigInt(quiet["app_permissions"] ?? "0") & Permission.SendMessages).toBe(0n);
  // Without its bot in the server there are none.
  const { eve, channelId: elsewhere } = await foreign(command);
  expect(await where(eve.id, elsewhere, elsewhere)).not.toHaveProperty("app_permissions");
});

row(41, drop(METADATA, "interactionPart", "metadataView"), async () => {
  const { received, ada, channelId } = await used();
  await app.respond(received, { type: 4, data: { content: "hello" } });
  const { body: follow } = await app.hook(received, "POST", { content: "more" });
  const list = await at.ask<Record<string, unknown>[]>(at.bot, `GET /channels/${channelId}/messages`);
  const [second, first] = list.body as [Record<string, unknown>, Record<string, unknown>];
  const metadata = { id: received.id, type: 2, user: { id: ada.id } };
  expect(first).toMatchObject({
    content: "hello",
    interaction_metadata: metadata,
    interaction: { name: "wave" },
  });
  expect(second).toMatchObject({
    id: follow["id"],
    interaction_metadata: { ...metadata, original_response_message_id: first["id"] },
  });
  // A message that answers nobody has neither.
  const { body: plain } = await at.ask(at.bot, `POST /channels/${channelId}/messages`, { content: "plain" });
  for (const field of ["interaction_metadata", "interaction"]) expect(plain).not.toHaveProperty(field);
});

row(43, set(VIEW, "interactionView.context", undefined), async () => {
  const { received, ada } = await used();
  expect(received).toMatchObject({ context: 0 });
  const { body } = await at.ask(at.bot, "POST /users/@me/channels", { recipient_id: ada.id });
  const channelId = String(body["id"]);
  const direct = await app.use({ userId: ada.id, channelId, name: "wave" });
  expect(direct.received).toMatchObject({ context: 1, user: { id: ada.id } });
  const between = await betweenUsers();
  expect(between.received).toMatchObject({ context: 2, user: { id: between.eve.id } });
});

/** A user uses a command in the conversation with another one. */
async function betweenUsers() {
  await supportsUsers();
  const { control } = at.platform;
  const [eve, ben] = [at.user("eve"), at.user("ben")];
  control.users.makeFriends(eve.id, ben.id);
  const said = await at.ask(eve.authorization, `POST /users/${ben.id}/messages`, { content: "hello" });
  install(eve);
  await app.register({ name: "wave", integration_types: [0, 1] });
  const use = { userId: eve.id, channelId: String(said.body["channel_id"]), name: "wave" };
  return { eve, ...(await app.use(use)) };
}

row(44, set(INVOCATION, "ownersOf.1", "0"), async () => {
  const { received, ada, guildId, channelId } = await used({ integration_types: [0] });
  expect(received).toMatchObject({ authorizing_integration_owners: { "0": guildId } });
  await supportsUsers();
  install(ada);
  await app.register({ name: "wave", integration_types: [0, 1] });
  const both = await app.use({ userId: ada.id, channelId, name: "wave" });
  expect(both.received["authorizing_integration_owners"]).toEqual({ "0": guildId, "1": ada.id });
  // In the conversation with the bot no server has it; elsewhere the user alone may.
  const { body } = await at.ask(at.bot, "POST /users/@me/channels", { recipient_id: ada.id });
  const direct = await app.use({ userId: ada.id, channelId: String(body["id"]), name: "wave" });
  expect(direct.received["authorizing_integration_owners"]).toEqual({ "0": "0", "1": ada.id });
  const { eve, received: alone } = await foreign();
  expect(alone["authorizing_integration_owners"]).toEqual({ "1": eve.id });
});

/** The application can be installed to accounts, too. */
async function supportsUsers(): Promise<void> {
  const config = { "0": {}, "1": {} };
  await at.ask(at.bot, "PATCH /applications/@me", { integration_types_config: config });
}

row(45, drop(VIEW, "interactionView", "appPermissions"), async () => {
  const { received, ada } = await used();
  const inGuild = BigInt(received["app_permissions"] as string);
  expect(inGuild & Permission.SendMessages).toBe(Permission.SendMessages);
  const { body } = await at.ask(at.bot, "POST /users/@me/channels", { recipient_id: ada.id });
  const direct = await app.use({ userId: ada.id, channelId: String(body["id"]), name: "wave" });
  const expected =
    Permission.AttachFiles |
    Permission.EmbedLinks |
    Permission.MentionEveryone |
    Permission.UseExternalEmojis;
  expect(BigInt(direct.received["app_permissions"] as string)).toBe(expected);
  // Between two users, and in a server without the bot, an application of the user has what applies there.
  const between = await betweenUsers();
  expect(BigInt(between.received["app_permissions"] as string)).toBe(
    expected & ~Permission.UseExternalEmojis,
  );
  const { received: alone } = await foreign();
  const { permissions } = alone["member"] as { permissions: string };
  expect(alone["app_permissions"]).toBe(permissions);
});

row(46, set(VIEW, "interactionView.attachment_size_limit", 8_388_608), async () => {
  const { received } = await used();
  const limit = received["attachment_size_limit"] as number;
  expect(limit).toBeGreaterThanOrEqual(10 * 1024 * 1024);
  const files = (bytes: number): FormData => {
    const form = new FormData();
    form.set("payload_json", JSON.stringify({ type: 4, data: {} }));
    form.set("files[0]", new Blob([new Uint8Array(bytes)]), "large.bin");
    return form;
  };
  expect((await app.respond(received, files(limit + 1))).status).toBe(400);
  expect((await app.respond(received, files(limit))).status).toBe(204);
  // By the boost level of the server, and by the subscription of the user.
  const { control } = at.platform;
  const rich = control.users.create({ username: "rich46", premiumType: 3 }).id;
  const poor = at.user("ada").id;
  for (const [userId, premiumTier, most] of [
    [poor, 2, 50],
    [poor, 3, 100],
    [rich, 0, 50],
  ] as const) {
    const channels = [{ name: "text", kind: "text" }] as const;
    const guild = at.guild({ name: "Large", premiumTier, memberIds: [userId], channels });
    const use = { userId, channelId: guild.channels[0]!.id, name: "wave" };
    const { received: larger } = await app.use(use);
    expect(larger["attachment_size_limit"]).toBe(most * 1024 * 1024);
    expect((await app.respond(larger, files(limit + 1))).status).toBe(204);
  }
});

row(47, force(USE, "unusable", "contexts.includes", false), async () => {
  const { ada, channelId } = server();
  const { body } = await app.register(
    { name: "here", contexts: [0], integration_types: [0] },
    { name: "there", contexts: [1], integration_types: [0] },
  );
  expect(body).toMatchObject([
    { contexts: [0], integration_types: [0], dm_permission: false },
    { contexts: [1], dm_permission: true },
  ]);
  const { received } = await app.use({ userId: ada.id, channelId, name: "here" });
  expect(received.data["name"]).toBe("here");
  await expect(app.use({ userId: ada.id, channelId, name: "there" })).rejects.toThrow("context 0");
  // A command for servers is none of who installed the application for the own account, and the other way round.
  const { eve, channelId: elsewhere } = await foreign();
  const { body: listed } = await app.register(
    { name: "any" },
    { name: "servers", integration_types: [0] },
    { name: "users", integration_types: [1], contexts: [0, 2] },
  );
  expect(listed).toMatchObject([{ contexts: null }, { integration_types: [0] }, { integration_types: [1] }]);
  for (const [userId, place, name] of [
    [eve.id, elsewhere, "servers"],
    [ada.id, channelId, "users"],
  ] as const)
    await expect(app.use({ userId, channelId: place, name })).rejects.toThrow("not installed");
  expect((await app.use({ userId: eve.id, channelId: elsewhere, name: "users" })).received.data["name"]).toBe(
    "users",
  );
});

/** An application with an activity, and its bot's session. */
async function embedded(): Promise<InteractionApp> {
  const { control } = at.platform;
  const { id } = control.applications.create({ name: "Board Game", flags: 1n << 17n });
  const { token } = control.applications.createBot(id);
  return new InteractionApp(at.platform, await at.botSession(GatewayIntent.Guilds, token), id, token);
}

row(48, set(CODES, "CommandType.PrimaryEntryPoint", 5), async () => {
  const { applicationId, token } = await embedded();
  const commands = await at.ask<object[]>(`Bot ${token}`, `GET /applications/${applicationId}/commands`);
  expect(commands.body).toMatchObject([{ type: 4, name: "Launch", handler: 2 }]);
});

row(49, drop(COMMAND_INPUT, "draftOf", "input.handler"), async () => {
  const game = await embedded();
  const { body } = await game.register({ name: "launch", type: 4, handler: 1, description: "Play" });
  expect(body).toMatchObject([{ type: 4, handler: 1 }]);
  const { body: again } = await game.register({ name: "launch", type: 4, handler: 2 });
  expect(again).toMatchObject([{ handler: 2 }]);
  // There is no third one, and no other command has one.
  for (const handler of [0, 3])
    await expect(game.register({ name: "launch", type: 4, handler })).rejects.toThrow("handler");
  const { body: other } = await game.register({ name: "launch", type: 4, handler: 2 }, { name: "wave" });
  expect(other[1]).not.toHaveProperty("handler");
});

/** A server in which a user plays, with the command that opens the game. */
async function gaming(handler: number) {
  const game = await embedded();
  const { ada, guildId, channelId } = server();
  at.platform.control.applications.install(game.applicationId, { guildId });
  await game.register({ name: "launch", type: 4, handler }, { name: "play" });
  const instanceAt = async (id: string) =>
    at.ask(`Bot ${game.token}`, `GET /applications/${game.applicationId}/activity-instances/${id}`);
  return { game, ada, guildId, channelId, instanceAt };
}

row(67, set("lib/wire/interaction-codes.ts", "InteractionCallback.LaunchActivity", 13), async () => {
  const { game, ada, channelId, instanceAt } = await gaming(1);
  const { received } = await game.use({ userId: ada.id, channelId, name: "launch", kind: "entryPoint" });
  const { status, body } = await game.respond(received, { type: 12 }, "?with_response=true");
  expect({ status, body }).toMatchObject({ status: 200, body: { resource: { type: 12 } } });
  const { activity_instance: instance } = body["resource"] as { activity_instance: { id: string } };
  expect(await instanceAt(instance.id)).toMatchObject({ status: 200, body: { users: [ada.id] } });
  // An application without an activity has nothing to launch.
  const { received: other } = await used();
  expect(await app.respond(other, { type: 12 })).toMatchObject({ status: 400 });
});

row(135, drop(CALLBACKS, "CALLBACKS", "InteractionCallback.LaunchActivity"), async () => {
  const { game, ada, channelId } = await gaming(2);
  const on = { userId: ada.id, channelId };
  const launched = await at.platform.control.interactions.useCommand({
    applicationId: game.applicationId,
    ...on,
    name: "launch",
    kind: "entryPoint",
  });
  // The platform does it by itself, and says so.
  const content = `<@${ada.id}> launched Board Game`;
  expect(launched).toMatchObject({ status: "answered", callback: 12, message: { content } });
  const row = { type: 1, components: [{ type: 2, style: 1, label: "Play", custom_id: "play" }] };
  const command = await game.use({ ...on, name: "play" });
  await game.respond(command.received, { type: 4, data: { components: [row] } });
  const { message } = await command.seen;
  const pressed = await game.press({ ...on, messageId: message!.id, customId: "play" });
  // The token of a component reaches its message once there is a response.
  const shown = `GET /messages/${message!.id}`;
  expect((await game.hook(pressed.received, shown)).status).toBe(404);
  expect((await game.respond(pressed.received, { type: 12 })).status).toBe(204);
  expect((await game.hook(pressed.received, shown)).status).toBe(200);
  const again = await game.press({ ...on, messageId: message!.id, customId: "play" });
  await game.respond(again.received, modal({ type: 4, custom_id: "name", style: 1 }));
  const submitted = await game.submit({ interactionId: again.received.id, fields: { name: "Ada" } });
  expect((await game.respond(submitted.received, { type: 12 })).status).toBe(204);
  expect(await submitted.seen).toMatchObject({ activityInstanceId: launched.activityInstanceId });
  // A user who is still typing has not asked for anything.
  await game.register(
    { name: "launch", type: 4, handler: 2 },
    { name: "play", options: [{ type: 3, name: "map", description: "Map", autocomplete: true }] },
  );
  const typing = await game.type({ ...on, name: "play", options: { map: "d" } }, "map");
  expect((await game.respond(typing.received, { type: 12 })).status).toBe(400);
});

row(68, set(CALLBACKS, "requirePremium.type", 0), async () => {
  const { received, seen } = await used();
  expect((await app.respond(received, { type: 10 })).status).toBe(204);
  expect(await seen).toMatchObject({ status: "answered", callback: 10, message: { type: 26, flags: 64 } });
});

row(105, unwrap(COMPOSING, "recompose", "withPoll"), async () => {
  const { received, seen } = await used();
  await app.respond(received, { type: 5 });
  expect(await seen).toMatchObject({ status: "loading" });
  const poll = {
    question: { text: "Where?" },
    answers: [{ poll_media: { text: "Here" } }, { poll_media: { text: "There" } }],
  };
  const edited = await app.hook(received, "PATCH /messages/@original", { content: "A question", poll });
  expect(edited).toMatchObject({
    status: 200,
    body: { content: "A question", poll: { question: { text: "Where?" } } },
  });
  expect(at.platform.control.interactions.get(received.id)).toMatchObject({ status: "answered" });
  // A response that was not deferred gets none.
  const { received: next } = await used();
  await app.respond(next, { type: 4, data: { content: "no question" } });
  expect(await app.hook(next, "PATCH /messages/@original", { poll })).toMatchObject({
    status: 400,
    body: { code: 50_035, errors: { poll: {} } },
  });
  expect((await app.hook(next, "GET /messages/@original")).body).not.toHaveProperty("poll");
});

row(106, answer(FOLLOW_UPS, "createFollowUp", "originalOf", undefined), async () => {
  const { received, channelId } = await used();
  await app.respond(received, { type: 4, data: { content: "first" } });
  const hidden = { content: "for you", flags: MessageFlag.Ephemeral };
  for (const body of [{ content: "second" }, hidden])
    expect((await app.hook(received, "POST", body)).status).toBe(200);
  const { body: listed } = await at.ask<{ content: string }[]>(at.bot, `GET /channels/${channelId}/messages`);
  expect(listed.map(({ content }) => content)).toEqual(["second", "first"]);
  const { followUps } = at.platform.control.interactions.get(received.id);
  expect(followUps.map(({ content }) => content)).toEqual(["second", "for you"]);
});

/** A modal with one field. */
const modal = (component: object, label: object = {}) => ({
  type: 9,
  data: {
    custom_id: "form",
    title: "A form",
    components: [{ type: 18, label: "Field", ...label, component }],
  },
});

row(
  142,
  force("platform/domain/rules/component/modal-fields.ts", "textInput", "isLabelled", false),
  async () => {
    const { received } = await used();
    const select = { type: 3, custom_id: "pick", options: [{ label: "One", value: "1" }] };
    const disabled = await app.respond(received, modal({ ...select, disabled: true }));
    expect(disabled).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(errorsOf(disabled)).toMatchObject({
      data: { components: { 0: { component: { disabled: { _errors: [{}] } } } } },
    });
    const labelled = await app.respond(
      received,
      modal({ type: 4, custom_id: "text", style: 1, label: "Own" }),
    );
    expect(labelled).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(errorsOf(labelled)).toMatchObject({
      data: { components: { 0: { component: { label: { _errors: [{}] } } } } },
    });
    const fields = Array.from({ length: 26 }, () => ({ name: "a", value: "b" }));
    const embeds = await app.respond(received, { type: 4, data: { embeds: [{ fields }] } });
    expect(embeds).toMatchObject({ status: 400, body: { code: 50_035 } });
    expect(errorsOf(embeds)).toMatchObject({ data: { embeds: { 0: { fields: { _errors: [{}] } } } } });
    expect((await app.respond(received, modal(select))).status).toBe(204);
  },
);

row(156, set("lib/wire/component-codes.ts", "COMPONENT_LIMITS.files", 11), async () => {
  const { received } = await used();
  const upload = (range: object) => modal({ type: 19, custom_id: "files", ...range });
  for (const range of [{ max_values: 11 }, { min_values: -1 }, { min_values: 11, max_values: 11 }])
    expect(await app.respond(received, upload(range))).toMatchObject({ status: 400, body: { code: 50_035 } });
  for (const most of [0, 10]) {
    const { received: next } = await used();
    const range = { min_values: 0, max_values: most, required: false };
    expect((await app.respond(next, upload(range))).status).toBe(204);
  }
});

/** A user who alone has installed the application, in a server that has not. */
async function foreign(command: object = {}) {
  await supportsUsers();
  const { control } = at.platform;
  const eve = at.user("eve");
  const guild = control.guilds.create({
    name: "Elsewhere",
    ownerId: eve.id,
    channels: [{ name: "text", kind: "text" }],
  });
  install(eve);
  await app.register({ name: "wave", ...command, integration_types: [1] });
  const channelId = guild.channels[0]!.id;
  const { received } = await app.use({ userId: eve.id, channelId, name: "wave" });
  return { eve, guildId: guild.id, channelId, received };
}

row(157, set("lib/wire/interaction-codes.ts", "USER_INSTALL_FOLLOW_UPS_MAX", 6), async () => {
  const { received } = await foreign();
  await app.respond(received, { type: 4, data: { content: "first" } });
  for (let count = 0; count < 5; count += 1)
    expect((await app.hook(received, "POST", { content: "more" })).status).toBe(200);
  const sixth = await app.hook(received, "POST", { content: "too many" });
  expect(sixth).toMatchObject({ status: 400, body: { code: 40_094 } });
  // A command that a server has installed answers as often as it likes.
  const { received: ofServer } = await used({ integration_types: [0, 1] });
  await app.respond(ofServer, { type: 4, data: { content: "first" } });
  for (let count = 0; count < 6; count += 1)
    expect((await app.hook(ofServer, "POST", { content: "more" })).status).toBe(200);
});

const menus = (type: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Menu ${String(index)}`, type }));

row(158, drop(CODES, "COMMANDS_MAX", "CommandType.User"), async () => {
  await app.register(...menus(2, 15), ...menus(3, 15));
  for (const type of [2, 3]) await expect(app.register(...menus(type, 16))).rejects.toThrow("30032");
});

row(159, drop(CODES, "COMMANDS_MAX", "CommandType.PrimaryEntryPoint"), async () => {
  const game = await embedded();
  const entry = (name: string) => ({ name, type: 4, handler: 1 });
  await game.register(entry("launch"));
  await expect(game.register(entry("launch"), entry("again"))).rejects.toThrow("30032");
  const { guildId } = server();
  const path = `/applications/${game.applicationId}/guilds/${guildId}/commands`;
  expect((await at.ask(`Bot ${game.token}`, `POST ${path}`, entry("here"))).status).toBeGreaterThanOrEqual(
    400,
  );
});

row(171, set(COMMAND_VIEW, "globalView.dmPermission", false), async () => {
  const { ada, channelId } = server(Permission.PinMessages);
  const { body } = await app.register(
    { name: "old", dm_permission: true },
    { name: "wave", dm_permission: false },
  );
  expect(body).toMatchObject([
    { dm_permission: true, contexts: null },
    { dm_permission: false, contexts: [0, 2] },
  ]);
  const { received } = await app.use({ userId: ada.id, channelId, name: "wave" });
  expect((await app.respond(received, { type: 4, data: { content: "hello" } })).status).toBe(204);
  const [message] = (await at.ask<Record<string, unknown>[]>(at.bot, `GET /channels/${channelId}/messages`))
    .body;
  expect(message).toMatchObject({ interaction: { name: "wave" }, interaction_metadata: { type: 2 } });
  const pinned = `/channels/${channelId}/pins/${String(message!["id"])}`;
  expect((await at.ask(at.bot, `PUT ${pinned}`)).status).toBe(204);
  const { body: pins } = await at.ask<object[]>(at.bot, `GET /channels/${channelId}/pins`);
  expect(pins).toHaveLength(1);
});

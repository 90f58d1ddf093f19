// Channels that a bot does not see, in the form that says only where they are.
import { GatewayIntent, Permission } from "sdkpp/wire";
import { expect } from "vitest";
import type { FrameSocket } from "../e2e/platform/support-socket.js";
import { drop, force, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();
const OBFUSCATION = 1 << 15;
const VIEW = "platform/domain/views/guild/guild-channel.ts";
const READY = "platform/gateway/ready.ts";
const IDENTIFY = "platform/gateway/identify.ts";
const DISPATCHES = "platform/domain/reactions/guild/channel-dispatches.ts";
const TURNS = "platform/domain/reactions/guild/channel-turns.ts";

interface Channel {
  readonly id: string;
  readonly name: string;
  readonly flags: number;
  readonly topic: string | null;
}

/** A server with a channel that only its staff sees; the seeded game's bot manages it, another bot is a plain member. */
function server(options: { readonly hidesChannels?: boolean } = {}) {
  const { control, seeded } = at.platform;
  const application = control.applications.create({ name: "Plain", ...options });
  const plain = control.applications.createBot(application.id);
  const guild = at.guild({
    name: "Server",
    memberIds: [plain.userId],
    roles: [
      { name: "staff", permissions: Permission.ViewChannel },
      { name: "Bot", permissions: Permission.Administrator, memberIds: [seeded.botUserId] },
    ],
    channels: [
      { name: "Rooms", kind: "category" },
      {
        name: "staff",
        kind: "text",
        category: "Rooms",
        topic: "secret plans",
        overwrites: [
          { for: "@everyone", deny: Permission.ViewChannel },
          { for: { role: "staff" }, allow: Permission.ViewChannel },
        ],
      },
    ],
  });
  const [category, staff] = guild.channels;
  const role = guild.roles?.find(({ name }) => name === "staff")?.id ?? "";
  return { id: guild.id, categoryId: category!.id, channelId: staff!.id, role, plain };
}

type Server = ReturnType<typeof server>;

const session = (token: string, capabilities?: number): Promise<FrameSocket> =>
  at.botSession(GatewayIntent.Guilds, token, capabilities);

/** The staff's channel as GUILD_CREATE shows it. */
async function created(socket: FrameSocket, { id, channelId }: Server): Promise<Channel | undefined> {
  let guild = await socket.event<{ id: string; channels: Channel[] }>("GUILD_CREATE");
  while (guild.id !== id) guild = await socket.event("GUILD_CREATE");
  return guild.channels.find((channel) => channel.id === channelId);
}

const rename = ({ channelId }: Server, name: string) =>
  at.ask(at.bot, `PATCH /channels/${channelId}`, { name });
const setRole = (method: string, { id, role, plain }: Server) =>
  at.ask(at.bot, `${method} /guilds/${id}/members/${plain.userId}/roles/${role}`);

row(24, set(VIEW, "CHANNEL_OBFUSCATED", 65_536), async () => {
  const made = server();
  expect((await created(await session(made.plain.token, OBFUSCATION), made))?.flags).toBe(1 << 17);
  const seen = await created(await session(at.platform.seeded.botToken, OBFUSCATION), made);
  expect(seen).toMatchObject({ name: "staff", flags: 0 });
});

row(25, set(VIEW, "hiddenChannelView.deny", "0"), async () => {
  const made = server();
  const path = `/channels/${made.channelId}`;
  // Fields that have to be nulled or reduced: a text, a pin, and settings.
  expect((await at.ask(at.bot, `PATCH ${path}`, { nsfw: true, rate_limit_per_user: 30 })).status).toBe(200);
  const { body } = await at.ask(at.bot, `POST ${path}/messages`, { content: "secret" });
  expect((await at.ask(at.bot, `PUT ${path}/messages/pins/${String(body["id"])}`)).status).toBe(204);
  expect((await at.ask(at.bot, `GET ${path}`)).body).toMatchObject({
    nsfw: true,
    rate_limit_per_user: 30,
    last_message_id: expect.any(String),
    last_pin_timestamp: expect.any(String),
    permission_overwrites: [{}, {}],
  });
  expect(await created(await session(made.plain.token, OBFUSCATION), made)).toEqual({
    id: made.channelId,
    type: 0,
    guild_id: made.id,
    name: "___hidden___",
    position: 1,
    parent_id: made.categoryId,
    permission_overwrites: [{ id: made.id, type: 0, allow: "0", deny: "1024" }],
    nsfw: false,
    flags: 1 << 17,
    last_message_id: null,
    last_pin_timestamp: null,
    rate_limit_per_user: 0,
    topic: null,
  });
});

row(56, set(READY, "channelFor.isHidden", false), async () => {
  const made = server();
  expect(await created(await session(made.plain.token, OBFUSCATION), made)).toMatchObject({ topic: null });
  for (const capabilities of [undefined, 0, 1 << 14, 1 << 16])
    expect(await created(await session(made.plain.token, capabilities), made)).toMatchObject({
      name: "staff",
      topic: "secret plans",
      flags: 0,
    });
});

row(111, drop(IDENTIFY, "hidesChannels", "capabilities"), async () => {
  const made = server();
  const both = OBFUSCATION | (1 << 16);
  expect((await created(await session(made.plain.token, both), made))?.name).toBe("___hidden___");
  const socket = await session(made.plain.token, OBFUSCATION);
  await rename(made, "headquarters");
  expect(await socket.event("CHANNEL_UPDATE")).toMatchObject({ id: made.channelId, name: "___hidden___" });
});

row(126, force(DISPATCHES, "channelDispatches", "others.length", true), async () => {
  const made = server();
  const { channelId } = made;
  const [hiding, whole] = [await session(made.plain.token, OBFUSCATION), await session(made.plain.token)];
  const viewer = await session(at.platform.seeded.botToken, OBFUSCATION);
  const more = {
    name: "vault",
    type: 0,
    permission_overwrites: [{ id: made.id, type: 0, allow: "0", deny: "1024" }],
  };
  const { body } = await at.ask(at.bot, `POST /guilds/${made.id}/channels`, more);
  expect(await hiding.event("CHANNEL_CREATE")).toMatchObject({ id: body["id"], name: "___hidden___" });
  expect(await whole.event("CHANNEL_CREATE")).toMatchObject({ id: body["id"], name: "vault" });
  await rename(made, "headquarters");
  const hidden = { id: channelId, name: "___hidden___", flags: 1 << 17, topic: null };
  const shown = { id: channelId, name: "headquarters", flags: 0, topic: "secret plans" };
  expect(await hiding.event("CHANNEL_UPDATE")).toMatchObject(hidden);
  expect(await whole.event("CHANNEL_UPDATE")).toMatchObject(shown);
  expect(await viewer.event("CHANNEL_UPDATE")).toMatchObject(shown);
  await at.ask(at.bot, `DELETE /channels/${channelId}`);
  expect(await hiding.event("CHANNEL_DELETE")).toMatchObject(hidden);
  expect(await whole.event("CHANNEL_DELETE")).toMatchObject(shown);
});

row(174, set(TURNS, "channelTurns.turned", []), async () => {
  const made = server({ hidesChannels: true });
  const { id, channelId } = made;
  // The application's own setting needs no capability.
  const socket = await session(made.plain.token);
  expect((await created(socket, made))?.name).toBe("___hidden___");
  await setRole("PUT", made);
  expect(await socket.event("CHANNEL_UPDATE")).toMatchObject({ id: channelId, name: "staff", flags: 0 });
  await setRole("DELETE", made);
  expect(await socket.event("CHANNEL_UPDATE")).toMatchObject({ id: channelId, name: "___hidden___" });
  // Over HTTP they are shown whole until a date, and left out from then on.
  const list = async (): Promise<string[]> => {
    const { body } = await at.ask<Channel[]>(`Bot ${made.plain.token}`, `GET /guilds/${id}/channels`);
    return body.map(({ name }) => name);
  };
  const { clock } = at.platform.control;
  await clock.set(Date.UTC(2026, 10, 15));
  expect(await list()).toEqual(["Rooms", "staff"]);
  await clock.set(Date.UTC(2026, 10, 16));
  expect(await list()).toEqual(["Rooms"]);
});

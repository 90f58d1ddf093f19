// Actions of bots on messages in servers: pins, forwards and files.
import { GatewayIntent, Permission, type MessagePayload, type PinsPayload } from "sdkpp/wire";
import { expect } from "vitest";
import { force, set, unwrap } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

const READING = Permission.ViewChannel | Permission.SendMessages | Permission.ReadMessageHistory;

/** A server in which everybody reads and writes, and the bot has these permissions as well. @returns its channel's path */
function channelWith(permissions: bigint, everyone = READING): string {
  const guild = at.guild({
    name: "Server",
    channels: [{ name: "text", kind: "text" }],
    everyone,
    roles: [{ name: "bot", permissions, memberIds: [at.platform.seeded.botUserId] }],
  });
  return `/channels/${guild.channels[0]!.id}`;
}

async function post(channel: string, body: unknown): Promise<MessagePayload> {
  const answer = await at.ask<MessagePayload>(at.bot, `POST ${channel}/messages`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Statuses of pinning a message and of taking the pin back. */
async function pinAndUnpin(channel: string): Promise<number[]> {
  const { id } = await post(channel, { content: "rules" });
  const ask = (method: string) => at.ask(at.bot, `${method} ${channel}/messages/pins/${id}`);
  return [(await ask("PUT")).status, (await ask("DELETE")).status];
}

const SPLIT = "platform/domain/records/guild/permission-splits.ts";
row(59, set(SPLIT, "BROADER.PinMessages", 0n), async () => {
  expect(Permission.PinMessages).toBe(1n << 51n);
  const [managing, pinning] = [channelWith(Permission.ManageMessages), channelWith(Permission.PinMessages)];
  const { clock } = at.platform.control;
  const today = clock.now();
  expect(await pinAndUnpin(managing)).toEqual([403, 403]);
  expect(await pinAndUnpin(pinning)).toEqual([204, 204]);
  await clock.set(Date.UTC(2026, 1, 22));
  expect(await pinAndUnpin(managing)).toEqual([204, 204]);
  await clock.set(today);
});

row(93, unwrap("platform/domain/rules/message/pins.ts", "listPins", "filter"), async () => {
  const channel = channelWith(Permission.PinMessages);
  const ids: string[] = [];
  for (let count = 0; count < 52; count += 1) {
    const { id } = await post(channel, { content: String(count) });
    ids.unshift(id);
    expect((await at.ask(at.bot, `PUT ${channel}/messages/pins/${id}`)).status).toBe(204);
  }
  const pins = async (query: string) =>
    (await at.ask<PinsPayload>(at.bot, `GET ${channel}/messages/pins${query}`)).body;
  const first = await pins("");
  expect(first.has_more).toBe(true);
  expect(first.items.map(({ message }) => message.id)).toEqual(ids.slice(0, 50));
  const rest = await pins(`?before=${encodeURIComponent(first.items.at(-1)!.pinned_at)}`);
  expect(rest.has_more).toBe(false);
  expect(rest.items.map(({ message }) => message.id)).toEqual(ids.slice(50));
  expect((await at.ask(at.bot, `DELETE ${channel}/messages/pins/${ids[0]!}`)).status).toBe(204);
  expect((await pins("?limit=1")).items).toMatchObject([{ message: { id: ids[1] } }]);
  const { body: old } = await at.ask<MessagePayload[]>(at.bot, `GET ${channel}/pins`);
  expect(old.map(({ id }) => id)).toEqual(ids.slice(1, 51));
});

const FORWARDS = "platform/domain/rules/posting/forwards.ts";

/** A reference that carries the message elsewhere. */
const carry = (channel: string, { id }: Pick<MessagePayload, "id">) => ({
  message_reference: { type: 1, channel_id: channel.split("/").at(-1), message_id: id },
});

row(40, set(FORWARDS, "forwardOf.snapshots", []), async () => {
  const [from, to] = [channelWith(0n), channelWith(Permission.EmbedLinks)];
  const watcher = await at.botSession(GatewayIntent.Guilds | GatewayIntent.GuildMessages);
  const said = await post(to, { content: "the door is <@1> open", embeds: [{ title: "Map" }] });
  const forward = await post(from, carry(to, said));
  const { guild_id } = (await at.ask<{ guild_id: string }>(at.bot, `GET ${to}`)).body;
  const snapshot = {
    message: {
      type: 0,
      content: "the door is <@1> open",
      embeds: [{ title: "Map" }],
      timestamp: said.timestamp,
      edited_timestamp: null,
      mentions: [],
      mention_roles: [],
      attachments: [],
      components: [],
      flags: 0,
    },
  };
  const expected = {
    type: 0,
    content: "",
    embeds: [],
    flags: 1 << 14,
    message_reference: { type: 1, message_id: said.id, channel_id: said.channel_id, guild_id },
    message_snapshots: [snapshot],
  };
  expect(forward).toMatchObject(expected);
  expect(forward.message_snapshots).toEqual([{ message: { ...snapshot.message, embeds: said.embeds } }]);
  expect(forward).not.toHaveProperty("referenced_message");
  const heard = async () => watcher.event<MessagePayload>("MESSAGE_CREATE");
  expect([(await heard()).id, await heard()]).toMatchObject([said.id, expected]);

  // The forwarded content stays as it was, and is forwarded again as it is.
  await at.ask(at.bot, `PATCH ${to}/messages/${said.id}`, { content: "shut" });
  await at.ask(at.bot, `DELETE ${to}/messages/${said.id}`);
  const again = await at.ask<MessagePayload>(at.bot, `GET ${from}/messages/${forward.id}`);
  expect(again.body).toMatchObject(expected);
  expect(await post(to, carry(from, forward))).toMatchObject({
    message_reference: { type: 1, message_id: forward.id },
    message_snapshots: [snapshot],
  });

  const unread = channelWith(0n, Permission.ViewChannel | Permission.SendMessages);
  const hidden = await post(unread, { content: "secret" });
  const { id: pinned } = await post(from, { content: "pinned" });
  const rejected = async (body: object) => {
    const answer = await at.ask<{ code: number; errors: object }>(at.bot, `POST ${from}/messages`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
    return Object.keys(answer.body.errors);
  };
  expect(await rejected({ ...carry(from, { id: pinned }), content: "look" })).toEqual(["content"]);
  expect(await rejected({ message_reference: { type: 1, message_id: pinned } })).toEqual([
    "message_reference",
  ]);
  expect(await rejected(carry(from, { id: "1" }))).toEqual(["message_reference"]);
  expect(await rejected(carry("/channels/1", { id: pinned }))).toEqual(["message_reference"]);
  expect(await rejected(carry(unread, hidden))).toEqual(["message_reference"]);
  expect(await at.ask(at.bot, `PATCH ${from}/messages/${forward.id}`, { content: "x" })).toMatchObject({
    body: { code: 50_035 },
  });
});

row(136, force(FORWARDS, "forwardOf", "mayRead", false), async () => {
  const { control, seeded } = at.platform;
  const application = control.applications.create({ name: "Reads nothing", privileges: [] });
  const { token, userId } = control.applications.createBot(application.id);
  const guild = at.guild({ name: "Server", memberIds: [userId], channels: [{ name: "text", kind: "text" }] });
  const channel = `/channels/${guild.channels[0]!.id}`;
  const said = await post(channel, { content: "not for you" });
  const ask = (body: object) => at.ask<MessagePayload>(`Bot ${token}`, `POST ${channel}/messages`, body);
  expect(await ask(carry(channel, said))).toMatchObject({
    status: 400,
    body: { code: 160_014, message: "You cannot forward a message whose content you cannot read." },
  });
  const called = await post(channel, { content: `<@${userId}>, for you` });
  const { body: own } = await ask({ content: "mine" });
  for (const one of [called, own]) {
    const { body, status } = await ask(carry(channel, one));
    expect([status, body.message_snapshots?.[0]?.message.content]).toEqual([200, one.content || "mine"]);
  }
  const carried = await post(channel, carry(channel, said));
  const seen = await at.ask<MessagePayload>(`Bot ${token}`, `GET ${channel}/messages/${carried.id}`);
  expect(seen.body).toMatchObject({ message_snapshots: [{ message: { content: "" } }] });
  expect(carried).toMatchObject({ author: { id: seeded.botUserId } });
});

import { startPlatform, type Platform } from "@sdkpp/platform";
import type { Client } from "sdkpp";
import { GatewayIntent, Permission } from "sdkpp/wire";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { messageNews, signIn } from "../support/players.js";
import { installStrangers } from "../support/strangers.mjs";
import { waitFor } from "../support/wait-for.js";
import { TextPeer } from "./text-peer.js";

const INTENTS =
  GatewayIntent.Guilds |
  GatewayIntent.GuildMembers |
  GatewayIntent.GuildMessages |
  GatewayIntent.GuildMessageTyping |
  GatewayIntent.DirectMessages |
  GatewayIntent.DirectMessageTyping |
  GatewayIntent.MessageContent;

/** A message as `peers/discordjs-text.mjs` shows it. */
interface Shown {
  readonly id: string;
  readonly channelId: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

let platform: Platform;
const undo: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  await installStrangers();
}, 120_000);

beforeEach(async () => {
  platform = await startPlatform();
  undo.push(() => platform.stop());
});

afterEach(async () => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
});

/** A guild with two bots, many members and a channel that only one of the bots sees. */
function community() {
  const { control, seeded } = platform;
  const bots = ["Reader Bot", "Writer Bot"].map((name) =>
    control.applications.createBot(control.applications.create({ name }).id),
  );
  const [reader, writer] = [bots[0]!, bots[1]!];
  const crowd = Array.from({ length: 1200 }, (_, at) => control.users.create({ username: `crowd${at}` }).id);
  const guild = control.guilds.create({
    name: "Community",
    ownerId: seeded.userIds[0],
    memberIds: [...seeded.userIds, reader.userId, writer.userId, ...crowd],
    roles: [{ name: "Moderator", permissions: Permission.ManageMessages, memberIds: [writer.userId] }],
    channels: [
      { name: "Lounge", kind: "category" },
      { name: "general", kind: "text", category: "Lounge" },
      {
        name: "staff",
        kind: "text",
        overwrites: [
          { for: "@everyone", deny: Permission.ViewChannel },
          { for: { role: "Moderator" }, allow: Permission.ViewChannel },
        ],
      },
    ],
  });
  const [, general, staff] = guild.channels.map(({ id }) => id);
  const roleId = guild.roles?.[0]?.id;
  return { guild, general: general!, staff: staff!, roleId: roleId!, reader, writer, crowd };
}

async function peer(script: string, token: string, intents = INTENTS): Promise<TextPeer> {
  const started = await TextPeer.start(script, platform, { token, intents });
  undo.push(() => started.end());
  return started;
}

describe("discord.js", () => {
  test("knows the guild, its channels, roles and all of its members", { timeout: 60_000 }, async () => {
    const { guild, general, staff, roleId, reader, writer, crowd } = community();
    const bot = await peer("discordjs-text.mjs", reader.token);
    const cache = await bot.ask<Record<string, unknown>>("cache", guild.id);
    expect(cache).toMatchObject({ name: "Community", ownerId: platform.seeded.userIds[0], mayManage: false });
    expect(cache["channels"]).toEqual([
      { id: guild.channels[0]!.id, name: "Lounge", type: 4 },
      { id: general, name: "general", type: 0 },
      { id: staff, name: "staff", type: 0 },
    ]);
    expect(cache["roles"]).toEqual([
      { id: guild.id, name: "@everyone" },
      { id: roleId, name: "Moderator" },
    ]);
    const all = await bot.ask<string[]>("members", guild.id);
    expect(new Set(all)).toEqual(new Set(guild.memberIds));
    expect(await bot.ask("members", guild.id, { query: "crowd119", limit: 20 })).toEqual(
      ["crowd119", ...Array.from({ length: 10 }, (_, at) => `crowd119${at}`)].map(
        (name) => crowd[Number(name.slice(5))],
      ),
    );
    const some = [crowd[3]!, writer.userId];
    expect(new Set(await bot.ask<string[]>("members", guild.id, { user: some }))).toEqual(new Set(some));
    expect(await bot.ask("guild", guild.id)).toEqual({ count: guild.memberIds.length, present: 1 });
    expect(await bot.ask("member", guild.id, crowd[7])).toBe("crowd7");
    expect(await bot.ask("list", guild.id, { limit: 2, after: crowd[4] })).toEqual([crowd[5], crowd[6]]);
    expect(await bot.ask("search", guild.id, { query: "CROWD1199", limit: 5 })).toEqual([crowd[1199]]);
    expect(await bot.ask("roles", guild.id)).toEqual([guild.id, roleId]);
    expect(await bot.ask("role", guild.id, roleId)).toBe("Moderator");
    expect(await bot.ask("user", crowd[0])).toBe("crowd0");
    await expect(bot.ask("member", guild.id, platform.seeded.botUserId)).rejects.toMatchObject({
      code: 10_007,
    });
    expect(bot.errors).toEqual([]);
  });

  test("writes, edits, deletes and is heard by another bot", { timeout: 60_000 }, async () => {
    const { guild, general, staff, roleId, reader, writer } = community();
    const hearing = await peer("discordjs-text.mjs", reader.token);
    const bot = await peer("discordjs-text.mjs", writer.token);

    const collecting = hearing.ask("collect", general, "item", 2);
    const content = `hi <@${reader.userId}> and <@&${roleId}>`;
    const sent = await bot.ask<Shown>("send", general, { content, nonce: "n1", enforceNonce: true });
    expect(sent).toMatchObject({
      content,
      type: 0,
      authorId: writer.userId,
      mentions: [reader.userId],
      nonce: "n1",
    });
    expect(
      await bot.ask("send", general, { content: "again", nonce: "n1", enforceNonce: true }),
    ).toMatchObject({
      id: sent.id,
      content,
    });
    expect(await hearing.event("created")).toMatchObject({
      id: sent.id,
      guildId: guild.id,
      member: writer.userId,
      mentions: [reader.userId],
      roles: [roleId],
    });

    const changed = await bot.ask<Shown>("edit", general, sent.id, { content: "ho" });
    expect(changed).toMatchObject({ content: "ho", isEdited: true });
    expect(await hearing.event("updated")).toMatchObject({ id: sent.id, before: content, content: "ho" });

    const reply = await hearing.ask<Shown>("reply", general, sent.id, "item one");
    expect(reply).toMatchObject({ type: 19, reference: sent.id, mentions: [writer.userId] });
    expect(await bot.event("created", ({ id }) => id === reply.id)).toMatchObject({ reference: sent.id });
    const shown = await bot.ask<Shown>("embed", general, "A title");
    expect(shown["embeds"]).toEqual([{ type: "rich", title: "A title", color: 0xff0000 }]);
    await bot.ask("send", general, { content: "item two", flags: 4096 });
    expect(await collecting).toEqual(["item one", "item two"]);

    await bot.ask("typing", general);
    expect(await hearing.event("typing")).toEqual({
      userId: writer.userId,
      channelId: general,
      member: writer.userId,
    });

    await bot.ask("remove", general, sent.id);
    expect(await hearing.event("deleted")).toEqual({ id: sent.id, channelId: general, content: "ho" });
    const doomed: string[] = [];
    for (const text of ["x", "y", "z"]) doomed.push((await bot.ask<Shown>("send", general, text)).id);
    expect(await bot.ask("bulkDelete", general, doomed)).toEqual(doomed);
    expect(await hearing.event("bulk deleted")).toEqual({ ids: expect.arrayContaining(doomed) as string[] });

    const secret = await bot.ask<Shown>("send", staff, "for us only");
    const after = await bot.ask<Shown>("send", general, "for all");
    await hearing.event("created", ({ id }) => id === after.id);
    expect(hearing.events.filter(({ of }) => of["id"] === secret.id)).toEqual([]);
    await expect(hearing.ask("fetch", staff, {})).rejects.toMatchObject({ code: 50_001, status: 403 });
    await expect(hearing.ask("remove", general, after.id)).rejects.toMatchObject({ code: 50_013 });
    await expect(hearing.ask("edit", general, after.id, { content: "mine" })).rejects.toMatchObject({
      code: 50_005,
    });
    await expect(bot.ask("send", general, { content: "x".repeat(2001) })).rejects.toMatchObject({
      code: 50_035,
    });
    expect([bot.errors, hearing.errors]).toEqual([[], []]);
  });

  test("pages through a history, in both directions", { timeout: 60_000 }, async () => {
    const { general, writer } = community();
    const bot = await peer("discordjs-text.mjs", writer.token);
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await bot.ask<Shown>("send", general, `m${at}`)).id);
    const page = (options: object) => bot.ask("fetch", general, options);
    expect(await page({})).toEqual(["m6", "m5", "m4", "m3", "m2", "m1", "m0"]);
    expect(await page({ limit: 2 })).toEqual(["m6", "m5"]);
    expect(await page({ limit: 2, before: ids[3] })).toEqual(["m2", "m1"]);
    expect(await page({ limit: 2, after: ids[3] })).toEqual(["m5", "m4"]);
    expect(await page({ limit: 3, around: ids[3] })).toEqual(["m4", "m3", "m2"]);
    expect(await bot.ask("last", general)).toBe(ids.at(-1));
  });

  test("reads only its own texts and mentions without the privilege", { timeout: 60_000 }, async () => {
    const { general, reader, writer } = community();
    const hearing = await peer("discordjs-text.mjs", reader.token, INTENTS & ~GatewayIntent.MessageContent);
    const bot = await peer("discordjs-text.mjs", writer.token);
    for (const text of ["private", `<@${reader.userId}> public`]) await bot.ask("send", general, text);
    expect(await hearing.event("created")).toMatchObject({ content: "", authorId: writer.userId });
    expect(await hearing.event("created")).toMatchObject({ content: `<@${reader.userId}> public` });
    await hearing.ask("send", general, "my own");
    expect(await hearing.event("created")).toMatchObject({ content: "my own" });
  });
});

describe("@discordjs/core", () => {
  test("sends and receives the same", { timeout: 60_000 }, async () => {
    const { guild, general, reader, writer, crowd } = community();
    const hearing = await peer("discordjs-core.mjs", reader.token);
    const bot = await peer("discordjs-core.mjs", writer.token);
    expect(await bot.event("guild")).toMatchObject({ id: guild.id, member_count: guild.memberIds.length });
    await hearing.event("guild");

    const sent = await bot.ask<Shown>("send", general, { content: "hi" });
    expect(await hearing.event("created")).toMatchObject({
      id: sent.id,
      guild_id: guild.id,
      channel_type: 0,
      member: { joined_at: expect.any(String) as string },
    });
    await bot.ask("edit", general, sent.id, { content: "ho" });
    expect(await hearing.event("updated")).toMatchObject({ id: sent.id, content: "ho", guild_id: guild.id });
    expect(await hearing.ask("one", general, sent.id)).toMatchObject({ content: "ho" });
    expect(await hearing.ask("channel", general)).toMatchObject({
      last_message_id: sent.id,
      guild_id: guild.id,
    });
    await bot.ask("typing", general);
    expect(await hearing.event("typing")).toMatchObject({ user_id: writer.userId, guild_id: guild.id });
    const more = await bot.ask<Shown>("send", general, { content: "more" });
    expect(await hearing.ask("fetch", general, { limit: 1 })).toMatchObject([{ id: more.id }]);
    await bot.ask("bulkDelete", general, [sent.id, more.id]);
    expect(await hearing.event("bulk deleted")).toEqual({
      ids: [sent.id, more.id],
      channel_id: general,
      guild_id: guild.id,
    });
    const last = await bot.ask<Shown>("send", general, { content: "last" });
    await bot.ask("remove", general, last.id);
    expect(await hearing.event("deleted")).toEqual({ id: last.id, channel_id: general, guild_id: guild.id });

    expect(await bot.ask("guild", guild.id)).toMatchObject({
      approximate_member_count: guild.memberIds.length,
    });
    expect(await bot.ask("member", guild.id, crowd[1])).toMatchObject({ user: { username: "crowd1" } });
    expect(await bot.ask("members", guild.id, { limit: 1000 })).toHaveLength(1000);
    expect(await bot.ask("search", guild.id, { query: "crowd1199" })).toMatchObject([
      { user: { id: crowd[1199] } },
    ]);
    expect(await bot.ask("roles", guild.id)).toHaveLength(2);
    expect([bot.errors, hearing.errors]).toEqual([[], []]);
  });

  test("requests members in chunks, and all of them once in 30 s", { timeout: 60_000 }, async () => {
    const { guild, writer, crowd } = community();
    const bot = await peer("discordjs-core.mjs", writer.token);
    const all = { guild_id: guild.id, query: "", limit: 0 };
    const first = await bot.ask<{ ids: string[] }>("request", all);
    expect(new Set(first.ids)).toEqual(new Set(guild.memberIds));
    await bot.ask("ask", { ...all, nonce: "too soon" });
    const limited = await bot.event("limited");
    expect(limited).toMatchObject({ opcode: 8, meta: { guild_id: guild.id, nonce: "too soon" } });
    expect(limited["retry_after"]).toBeGreaterThan(0);
    expect(limited["retry_after"]).toBeLessThanOrEqual(30);
    const named = await bot.ask("request", { guild_id: guild.id, user_ids: [crowd[0], "5"] });
    expect(named).toEqual({ ids: [crowd[0]], notFound: ["5"] });
    await platform.control.clock.advance(30_000);
    expect((await bot.ask<{ ids: string[] }>("request", all)).ids).toHaveLength(guild.memberIds.length);
  });
});

describe("a player in the game and a bot of discord.js", () => {
  /** Ada, with what her callbacks are told. */
  async function ada() {
    const client: Client = await signIn(platform, platform.seeded.userIds[0], {
      prepare: (one) => undo.push(() => one.destroy()),
    });
    return { client, userId: BigInt(platform.seeded.userIds[0]), ...messageNews({ client }) };
  }

  test(
    "write to each other; the bot sees the player's edits and deletions",
    { timeout: 60_000 },
    async () => {
      const { writer } = community();
      const player = await ada();
      const bot = await peer("discordjs-text.mjs", writer.token);
      const botId = BigInt(writer.userId);
      await expect(player.client.sendUserMessage(botId, "first?")).rejects.toMatchObject({
        result: { status: 403, errorCode: 50_007 },
      });

      const welcome = await bot.ask<Shown>("direct", String(player.userId), "Welcome, Ada.");
      expect(welcome["isDm"]).toBe(true);
      await waitFor("Ada to read it", () => player.created.length === 1);
      const read = player.client.getMessageHandle(player.created[0]!);
      expect(read).toMatchObject({ content: "Welcome, Ada.", authorId: botId, sentFromGame: false });
      expect(read?.channel?.recipients).toEqual([botId]);

      const { messageId } = await player.client.sendUserMessage(botId, "Thanks!");
      expect(await bot.event("created", ({ content }) => content === "Thanks!")).toMatchObject({
        id: String(messageId),
        authorId: String(player.userId),
        isDm: true,
        guildId: null,
      });
      await player.client.editUserMessage(botId, messageId, "Thank you!");
      expect(await bot.event("updated")).toMatchObject({ id: String(messageId), content: "Thank you!" });
      expect(await bot.ask("fetch", welcome.channelId, {})).toEqual(["Thank you!", "Welcome, Ada."]);
      const { messages } = await player.client.getUserMessagesWithLimit(botId, 200);
      expect(messages.map(({ content }) => content)).toEqual(["Thank you!", "Welcome, Ada."]);
      await player.client.deleteUserMessage(botId, messageId);
      expect(await bot.event("deleted")).toMatchObject({ id: String(messageId) });

      await bot.ask("edit", welcome.channelId, welcome.id, { content: "Welcome!" });
      const welcomeId = BigInt(welcome.id);
      await waitFor("Ada to be told of the edit", () => player.updated.includes(welcomeId));
      expect(read?.content).toBe("Welcome!");
      await bot.ask("remove", welcome.channelId, welcome.id);
      await waitFor("Ada to be told of the end", () => player.deleted.some(([id]) => id === welcomeId));
      const { summaries } = await player.client.getUserMessageSummaries();
      expect(summaries.map(({ userId }) => userId)).toEqual([botId]);
      expect(bot.errors).toEqual([]);
    },
  );

  test("not when they share no server, and not after a block", { timeout: 60_000 }, async () => {
    const { writer } = community();
    const bot = await peer("discordjs-text.mjs", writer.token);
    const stranger = platform.control.users.create({ username: "eve" }).id;
    await expect(bot.ask("direct", stranger, "hi")).rejects.toMatchObject({ code: 50_278 });
    await expect(bot.ask("direct", platform.seeded.botUserId, "hi")).rejects.toMatchObject({ code: 50_007 });
    const player = await ada();
    await bot.ask("direct", String(player.userId), "hi");
    await player.client.blockUser(BigInt(writer.userId));
    await expect(bot.ask("direct", String(player.userId), "hi")).rejects.toMatchObject({ code: 50_007 });
    await expect(player.client.sendUserMessage(BigInt(writer.userId), "hi")).rejects.toMatchObject({
      result: { errorCode: 50_007 },
    });
  });
});

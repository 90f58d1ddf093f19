import { BOT_CONVERSATION_MAX, BULK_DELETE_AGE_MS, MessageType, Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { type Actor, botActor } from "../../../platform/domain/world/oauth2/actor.js";
import type { ChannelMessageInput } from "../../../platform/domain/rules/posting/input.js";
import type { NewChannel, Privilege } from "../../../platform/control/new-records.js";
import {
  bulkDeleteMessages,
  deleteChannelMessage,
  deleteDirectMessage,
  editChannelMessage,
  getChannel,
  getChannelMessage,
  listChannelMessages,
  listDirectMessages,
  openConversation,
  openSession,
  sendChannelMessage,
  sendDirectMessage,
  startTyping,
} from "./operations.js";
import { cast, dispatches, eventNames, reply, type Cast } from "./support-world.js";

interface Town extends Cast {
  readonly other: Actor;
  readonly guildId: string;
  readonly channelId: string;
}

/** A guild of the two bots and Ada, with one channel; `other` is a bot with a role that may do `allowed`. */
function town(channel: Partial<NewChannel> = {}, allowed = 0n, privileges?: readonly Privilege[]): Town {
  const made = cast();
  const { world, registry } = made;
  const application = registry.createApplication({ name: "Other", ...(privileges && { privileges }) });
  const other = botActor(world, registry.createBot(application.id).token)!;
  const guild = registry.createGuild({
    name: "G",
    ownerId: made.ada.user.id,
    memberIds: [made.bot.user.id, other.user.id],
    roles: [{ name: "R", permissions: allowed, memberIds: [other.user.id] }],
    channels: [{ name: "c", kind: "text", ...channel }],
  });
  for (const {
    user,
    application: { id },
  } of [made.bot, other])
    openSession(world, { sessionId: user.id, userId: user.id, applicationId: id, isBot: true });
  return { ...made, other, guildId: guild.id, channelId: guild.channels[0]!.id };
}

const say = ({ world, bot, channelId }: Town, input: ChannelMessageInput | string = "hi", as = bot) =>
  sendChannelMessage(world, as, channelId, typeof input === "string" ? { content: input } : input);
const said = (made: Town, input?: ChannelMessageInput | string, as?: Actor) => reply(say(made, input, as));
const without = (...denied: bigint[]): Partial<NewChannel> => ({
  overwrites: [{ for: "@everyone", deny: denied.reduce((all, bit) => all | bit, 0n) }],
});

describe("permissions in a guild's channel", () => {
  it.each<[string, Partial<NewChannel>, (made: Town) => unknown, { status: number; code: number }]>([
    [
      "embeds need permission",
      without(Permission.EmbedLinks),
      (made) => say(made, { embeds: [{ title: "t" }] }, made.other),
      { status: 403, code: 50_013 },
    ],
    [
      "text to speech needs permission",
      without(Permission.SendTtsMessages),
      (made) => say(made, { content: "x", tts: true }, made.other),
      { status: 403, code: 50_013 },
    ],
    [
      "a voice channel needs permission to connect",
      { kind: "voice", ...without(Permission.Connect) },
      (made) => say(made, "x", made.other),
      { status: 403, code: 50_001 },
    ],
  ])("%s", (_claim, channel, act, expected) => {
    expect(act(town(channel))).toMatchObject(expected);
  });

  it("a moderator deletes others' messages, hides their embeds, and cannot change their text", () => {
    const made = town({}, Permission.ManageMessages);
    const { world, other, channelId } = made;
    const { id } = said(made, { embeds: [{ title: "t" }] });
    const edit = (input: ChannelMessageInput) => editChannelMessage(world, other, channelId, id, input);
    expect(reply(edit({ flags: 4 }))).toMatchObject({ flags: 4, embeds: [], edited_timestamp: null });
    expect(reply(edit({ flags: 0 }))).toMatchObject({ flags: 0, embeds: [{ title: "t" }] });
    expect(edit({ flags: 4, content: "x" })).toMatchObject({ code: 50_005 });
    expect(eventNames(deleteChannelMessage(world, other, channelId, id))).toEqual(["MESSAGE_DELETE"]);
  });
});

describe("a message in a guild's channel", () => {
  it.each<[string, ChannelMessageInput, object]>([
    ["blanks", { content: "  " }, { code: 50_006 }],
    ["an empty embed", { embeds: [{}] }, { errors: { embeds: { 0: { description: {} } } } }],
    [
      "an undated embed",
      { embeds: [{ title: "t", timestamp: "soon" }] },
      { errors: { embeds: { 0: { timestamp: {} } } } },
    ],
    [
      "embeds of more than 6000 characters together",
      {
        embeds: [
          { description: "x".repeat(4000) },
          { fields: [{ name: "n".repeat(1001), value: "v".repeat(1000) }] },
        ],
      },
      { errors: { embeds: {} } },
    ],
    ["components", { content: "x", components: [{}] }, { errors: { components: {} } }],
    ["a file that did not come", { content: "x", attachments: [{ id: 0 }] }, { errors: { attachments: {} } }],
    ["a voice message", { content: "x", flags: 1 << 13 }, { errors: { flags: {} } }],
    ["a forward", { message_reference: { type: 1, message_id: "1" } }, { errors: { message_reference: {} } }],
    [
      "all users, and some",
      { content: "x", allowed_mentions: { parse: ["users"], users: ["1"] } },
      { errors: { allowed_mentions: {} } },
    ],
  ])("is rejected: %s", (_what, input, expected) => {
    const made = town();
    expect(say(made, input)).toMatchObject({ status: 400, ...expected });
    expect(reply(listChannelMessages(made.world, made.bot, made.channelId, { limit: 50 }))).toEqual([]);
  });

  it("keeps its embeds unchanged, omits unset fields, and allows exactly 6000 characters in them", () => {
    const made = town();
    const embed = {
      title: "t",
      color: 0,
      footer: { text: "f", icon_url: null },
      timestamp: "2026-01-01T00:00:00Z",
    };
    const fields = [{ name: "n", value: "v" }];
    expect(said(made, { embeds: [{ ...embed, fields, author: null }] }).embeds).toEqual([
      {
        type: "rich",
        title: "t",
        color: 0,
        footer: { text: "f" },
        timestamp: "2026-01-01T00:00:00.000Z",
        fields: [{ name: "n", value: "v", inline: false }],
      },
    ]);
    const halves = [{ description: "x".repeat(3000) }, { description: "y".repeat(3000) }];
    expect(said(made, { embeds: halves }).embeds).toHaveLength(2);
  });

  it("keeps only flags that an author may set", () => {
    expect(said(town(), { content: "x", flags: 4 | 64 | 4096 }).flags).toBe(4 | 4096);
  });

  it("a reply shows the message it answers while that exists", () => {
    const made = town();
    const { world, bot, channelId, guildId } = made;
    const first = said(made, "first");
    const second = said(made, { content: "second", message_reference: { message_id: first.id } });
    expect(second).toMatchObject({
      type: MessageType.Reply,
      message_reference: { type: 0, channel_id: channelId, guild_id: guildId, message_id: first.id },
      referenced_message: { id: first.id, content: "first" },
      mentions: [],
    });
    const third = said(made, { content: "third", message_reference: { message_id: second.id } });
    expect(third.referenced_message).not.toHaveProperty("referenced_message");
    // A lobby has its own copy of messages of its linked channel.
    world.messages.put({ ...world.channelMessages.get(first.id)!, channelId: "77" });
    reply(deleteChannelMessage(world, bot, channelId, first.id));
    expect(reply(getChannelMessage(world, bot, channelId, second.id)).referenced_message).toBeNull();
    const gone = { message_id: first.id, fail_if_not_exists: false };
    expect(said(made, { content: "x", message_reference: gone })).toMatchObject({
      type: MessageType.Default,
    });
  });

  it("a reply mentions the author it answers, if allowed, and keeps the mention after an edit", () => {
    const made = town();
    const { world, bot, other, channelId } = made;
    const message_reference = { message_id: said(made).id };
    const mentioned = (input: ChannelMessageInput) => {
      const { id, mentions } = said(made, { content: "x", message_reference, ...input }, other);
      const after = reply(editChannelMessage(world, other, channelId, id, { content: "y" }));
      return [mentions, after.mentions].map((users) => users.map((user) => user.id));
    };
    expect(mentioned({})).toEqual([[bot.user.id], [bot.user.id]]);
    expect(mentioned({ allowed_mentions: { parse: [] } })).toEqual([[], []]);
    expect(mentioned({ allowed_mentions: { replied_user: true } })).toEqual([[bot.user.id], [bot.user.id]]);
  });

  it("can be found only in its own channel", () => {
    const made = town();
    const { world, registry, bot } = made;
    const elsewhere = registry.createGuild({
      name: "H",
      ownerId: bot.user.id,
      channels: [{ name: "c", kind: "text" }],
    }).channels[0]!.id;
    const { id } = said(made);
    expect(getChannelMessage(world, bot, elsewhere, id)).toMatchObject({ code: 10_008 });
    expect(deleteChannelMessage(world, bot, elsewhere, id)).toMatchObject({ code: 10_008 });
    const abroad = { message_id: id, channel_id: elsewhere };
    for (const channelId of [elsewhere, made.channelId]) {
      const answer = sendChannelMessage(world, bot, channelId, { content: "x", message_reference: abroad });
      expect(answer).toMatchObject({ status: 400, errors: { message_reference: {} } });
    }
  });

  it("an edit changes the given fields, removes emptied ones, and must leave some content", () => {
    const made = town();
    const { world, bot, channelId } = made;
    const { id } = said(made, { content: "a", embeds: [{ title: "t" }] });
    const edit = (input: ChannelMessageInput) => editChannelMessage(world, bot, channelId, id, input);
    world.clock.advance(1000);
    expect(reply(edit({ content: "b" }))).toMatchObject({ content: "b", embeds: [{ title: "t" }] });
    expect(reply(edit({ content: null }))).toMatchObject({ content: "", embeds: [{ title: "t" }] });
    expect(edit({ embeds: null })).toMatchObject({ code: 50_006 });
    expect(reply(edit({ content: "c", embeds: [] }))).toMatchObject({ content: "c", embeds: [] });
    expect(eventNames(edit({ content: "d" }))).toEqual(["MESSAGE_UPDATE"]);
    expect(reply(edit({}))).toMatchObject({ content: "d", edited_timestamp: "2026-01-01T00:00:01.000Z" });
    expect(eventNames(edit({}))).toEqual([]);
  });

  it("without the privilege shows its text over HTTP only to its author and to mentioned bots", () => {
    const made = town({}, 0n, ["members"]);
    const { world, bot, other, channelId } = made;
    const first = said(made, { content: "private", embeds: [{ title: "t" }] });
    said(made, `<@${other.user.id}> hey`);
    said(made, "mine", other);
    said(made, { content: "quoted", message_reference: { message_id: first.id } });
    const texts = (actor: Actor) =>
      reply(listChannelMessages(world, actor, channelId, { limit: 4 })).map((one) => [
        one.content,
        one.embeds.length,
      ]);
    expect(texts(other)).toEqual([
      ["", 0],
      ["mine", 0],
      [`<@${other.user.id}> hey`, 0],
      ["", 0],
    ]);
    expect(texts(bot).at(-1)).toEqual(["private", 1]);
    const [quote] = reply(listChannelMessages(world, other, channelId, { limit: 1 }));
    expect(quote?.referenced_message).toMatchObject({ content: "", embeds: [] });
  });
});

describe("the history of a guild's channel", () => {
  it("is kept completely and is returned in pages, newest first", () => {
    const made = town();
    const { world, bot, channelId } = made;
    const ids = Array.from({ length: 260 }, (_, at) => said(made, `m${at}`).id);
    world.clock.advance(365 * 24 * 3_600_000);
    const page = (window: Parameters<typeof listChannelMessages>[3]) =>
      reply(listChannelMessages(world, bot, channelId, window)).map(({ content }) =>
        Number(content.slice(1)),
      );
    expect(page({ limit: 3 })).toEqual([259, 258, 257]);
    expect(page({ limit: 2, before: ids[1]! })).toEqual([0]);
    expect(page({ limit: 2, after: ids[9]! })).toEqual([11, 10]);
    expect(page({ limit: 5, after: ids[258]! })).toEqual([259]);
    expect(page({ limit: 4, around: ids[20]! })).toEqual([21, 20, 19, 18]);
    expect(page({ limit: 1, around: ids[20]! })).toEqual([20]);
    expect(page({ limit: 3, around: "1" })).toEqual([2, 1, 0]);
    expect(page({ limit: 3, before: "5" })).toEqual([]);
  });

  it("bulk deletion sends one event and skips missing messages", () => {
    const made = town({}, Permission.ManageMessages);
    const { world, other, channelId } = made;
    const ids = [said(made).id, said(made).id];
    const remove = (messages: string[]) => bulkDeleteMessages(world, other, channelId, messages);
    expect(remove([ids[0]!, ids[0]!])).toMatchObject({ status: 400, code: 50_035 });
    expect(remove(["5", "6"])).toMatchObject({ status: 400, code: 50_034 });
    const absent = world.ids.next();
    const removed = remove([...ids, absent]);
    expect(dispatches("events" in removed ? removed.events : [])).toMatchObject([
      { t: "MESSAGE_DELETE_BULK", d: { ids, channel_id: channelId, guild_id: made.guildId } },
    ]);
    const old = [said(made).id, said(made).id];
    expect(eventNames(remove([old[0]!, absent]))).toEqual(["MESSAGE_DELETE"]);
    expect(eventNames(remove([absent, world.ids.next()]))).toEqual([]);
    world.clock.advance(BULK_DELETE_AGE_MS + 1);
    expect(remove([old[1]!, said(made).id])).toMatchObject({ code: 50_034 });
  });
});

describe("a bot's conversation with a user", () => {
  const open = ({ world, bot, ada }: Town) => reply(openConversation(world, bot, ada.user.id)).id;
  const write = ({ world, bot }: Town, channelId: string, content = "hi") =>
    sendChannelMessage(world, bot, channelId, { content });

  it("is opened once, and the user is notified with its first message", () => {
    const made = town();
    const channelId = open(made);
    expect(open(made)).toBe(channelId);
    expect(sendDirectMessage(made.world, made.ada, made.bot.user.id, { content: "x" })).toMatchObject({
      code: 50_007,
    });
    const names = ["CHANNEL_CREATE", "CHANNEL_CREATE", "MESSAGE_CREATE", "MESSAGE_CREATE"];
    expect(eventNames(write(made, channelId))).toEqual(names);
    expect(eventNames(write(made, channelId))).toEqual(["MESSAGE_CREATE", "MESSAGE_CREATE"]);
    const answer = reply(sendDirectMessage(made.world, made.ada, made.bot.user.id, { content: "x" }));
    expect(answer).toMatchObject({ channel_id: channelId, channel_type: 1 });
    expect(reply(getChannel(made.world, made.bot, channelId))).toMatchObject({
      type: 1,
      last_message_id: answer.id,
    });
  });

  it.each<[string, (made: Town) => string, number]>([
    ["nobody", () => "5", 50_033],
    ["another bot", ({ other }) => other.user.id, 50_007],
  ])("is not opened with %s", (_whom, prepare, code) => {
    const made = town();
    expect(openConversation(made.world, made.bot, prepare(made))).toMatchObject({ code });
  });

  it("ends when the user leaves the shared server, but keeps its messages", () => {
    const made = town();
    const { world, bot, ada } = made;
    const channelId = open(made);
    reply(write(made, channelId));
    const guild = world.guilds.get(made.guildId)!;
    world.guilds.put({ ...guild, memberIds: guild.memberIds.filter((id) => id !== ada.user.id) });
    expect(write(made, channelId)).toMatchObject({ status: 403, code: 50_278 });
    expect(sendDirectMessage(world, ada, bot.user.id, { content: "x" })).toMatchObject({ code: 50_278 });
    expect(reply(listDirectMessages(world, ada, bot.user.id, 5))).toHaveLength(1);
  });

  it("is visible to no other user, and each side owns its messages", () => {
    const made = town();
    const { world, bot, other, ada } = made;
    const channelId = open(made);
    reply(write(made, channelId));
    const answer = reply(sendDirectMessage(world, ada, bot.user.id, { content: "x" }));
    expect(listChannelMessages(world, other, channelId, { limit: 1 })).toMatchObject({ code: 50_001 });
    expect(editChannelMessage(world, bot, channelId, answer.id, { flags: 4 })).toMatchObject({
      code: 50_005,
    });
    expect(deleteChannelMessage(world, bot, channelId, answer.id)).toMatchObject({ code: 50_003 });
    expect(bulkDeleteMessages(world, bot, channelId, ["1", "2"])).toMatchObject({ code: 50_003 });
    expect(eventNames(deleteDirectMessage(world, ada, bot.user.id, answer.id))).toEqual(["MESSAGE_DELETE"]);
    expect(eventNames(startTyping(world, ada, channelId))).toEqual(["TYPING_START"]);
  });

  it("keeps more messages for the bot than the game can fetch, up to a limit", () => {
    const made = town();
    const { world, bot, ada } = made;
    const channelId = open(made);
    const ids = Array.from({ length: BOT_CONVERSATION_MAX + 1 }, () => reply(write(made, channelId)).id);
    const page = (window: Parameters<typeof listChannelMessages>[3]) =>
      reply(listChannelMessages(world, bot, channelId, window)).map(({ id }) => id);
    expect(page({ limit: 2, before: ids[3]! })).toEqual([ids[2], ids[1]]);
    expect(page({ limit: 2, after: ids[3]! })).toEqual([ids[5], ids[4]]);
    expect(page({ limit: 3, around: ids[500]! })).toEqual([ids[501], ids[500], ids[499]]);
    expect(reply(listDirectMessages(world, ada, bot.user.id, 200))).toHaveLength(200);
    world.clock.advance(100 * 3_600_000);
    expect(reply(listDirectMessages(world, ada, bot.user.id, 200))).toEqual([]);
    expect(page({ limit: 1 })).toEqual([ids.at(-1)]);
  });
});

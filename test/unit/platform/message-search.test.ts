// A search by the index answers as a look at every message does.
import { Permission, type MessageSearchPayload } from "sdkpp/wire";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../platform/domain/records/message/message.js";
import { relevanceOf } from "../../../platform/domain/rules/message/search-match.js";
import type { SearchQuery } from "../../../platform/domain/rules/message/search-query.js";
import { findMessages, searchMessages } from "../../../platform/domain/rules/message/search.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { removeFromChannel } from "../../../platform/domain/world/message/channel-history.js";
import { guildPlace, type GuildPlace } from "../../../platform/domain/world/message/channel-place.js";
import { addPin } from "../../../platform/domain/world/message/pins.js";
import { cast, type Cast } from "./support-world.js";

const ALL: SearchQuery = {
  limit: 25,
  offset: 0,
  slop: 2,
  channelIds: [],
  authorIds: [],
  authorKinds: [],
  mentions: [],
  roleMentions: [],
  repliedUserIds: [],
  repliedMessageIds: [],
  has: [],
  embedKinds: [],
  embedProviders: [],
  linkHosts: [],
  filenames: [],
  extensions: [],
  sortsByRelevance: false,
  isAscending: false,
  includesNsfw: false,
};

let made: Cast;
let guildId: string;
let channelIds: string[];
let nextId: bigint;

beforeEach(() => {
  made = cast();
  const { registry, ada, ben, bot } = made;
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [bot.user.id, ben.user.id],
    channels: ["a", "b", "c"].map((name) => ({ name, kind: "text" })),
  });
  guildId = guild.id;
  channelIds = guild.channels.map(({ id }) => id);
  made.world.searchedGuilds.add(guildId);
  nextId = 1_000_000_000_000_000_000n;
});

function post(content: string, more: Partial<Message> = {}): Message {
  nextId += 4096n;
  const message: Message = {
    id: String(nextId),
    channelId: channelIds[0]!,
    applicationId: made.applicationId,
    authorId: made.ada.user.id,
    content,
    sentAt: 0,
    editedAt: null,
    ...more,
  };
  made.world.channelMessages.put(message);
  return message;
}

/** As many messages elsewhere as wait for the index at most. */
function moveToIndex(): void {
  for (let at = 0; at < 256; at += 1) post("sun moon", { channelId: "1" });
}

/** The work of a search, with what happens in between. */
function hitsOf(query: SearchQuery, between: () => void = () => undefined) {
  const work = findMessages(made.world, made.bot, guildId, query);
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    between();
  }
}

function search(query: Partial<SearchQuery>, between?: () => void): MessageSearchPayload {
  const whole = { ...ALL, ...query };
  const result = searchMessages(made.world, made.bot, guildId, whole, hitsOf(whole, between));
  if (result instanceof Fault) throw new Error(result.message);
  return result.reply;
}

const idsIn = ({ messages }: MessageSearchPayload): string[] => messages.map(([one]) => one!.id);

/** What a look at every message says: the newest first. */
function plainly(messages: readonly Message[], query: SearchQuery) {
  const { world } = made;
  const places = new Map<string, GuildPlace>();
  for (const id of channelIds)
    if (query.channelIds.length === 0 || query.channelIds.includes(id))
      places.set(id, guildPlace(world, id)!);
  const looked = messages
    .filter(
      ({ id, channelId }) => places.has(channelId) && BigInt(id) < BigInt(query.maxId ?? "9".repeat(20)),
    )
    .toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? 1 : -1));
  const hits = looked.flatMap((message) => {
    if (BigInt(message.id) <= BigInt(query.minId ?? "0")) return [];
    const relevance = relevanceOf(world, places.get(message.channelId)!, message, query);
    return relevance === undefined ? [] : [{ id: message.id, relevance }];
  });
  const byRelevance = hits.toSorted((left, right) => right.relevance - left.relevance);
  const ordered = query.sortsByRelevance ? byRelevance : query.isAscending ? hits.toReversed() : hits;
  return { ids: ordered.map(({ id }) => id), looked: looked.length };
}

/** Where the rules for words differ between programs, and ordinary words. */
const WORDS = [
  ...["sun", "Sun", "SUN", "moon", "star", "a", "ab", "b", "x41", "x"],
  ...[
    "e\u0301t\u00e9",
    "\u00e9t\u00e9",
    "na\u00efve",
    "Stra\u00dfe",
    "STRASSE",
    "\u0130stanbul",
    "istanbul",
    "\u039f\u0394\u039f\u03a3",
    "\u03bf\u03b4\u03bf\u03c3",
  ],
  ...[
    "\u65e5\u672c\u8a9e",
    "\u65e5\u672c",
    "\u{1e900}\u{1e901}",
    "\u{1e922}\u{1e923}",
    "\u2167",
    "\u00b2",
    "\ue000a",
    "a_b",
    "don't",
    "\ud83d\ude00",
  ],
  ...[
    '"',
    "NEAR(a",
    "OR",
    "-sun",
    "sun*",
    "a\0b",
    "...",
    "https://maps.example/sun",
    "<@5>",
    "w".repeat(70),
    "w".repeat(71),
  ],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 7 })
  .map((words) => words.join(" "));

const message = fc.record({
  content: text,
  channel: fc.nat(2),
  author: fc.nat(2),
  reply: fc.option(fc.nat(20)),
  isForward: fc.boolean(),
  everyone: fc.boolean(),
  roleIds: fc.subarray(["7", "8"]),
  named: fc.boolean(),
  file: fc.option(fc.constantFrom("map.pdf", "sun.png", "x")),
  embed: fc.option(fc.constantFrom({ type: "rich" }, { type: "rich", image: {}, provider: { name: "P" } })),
  said: fc.option(text),
  isPinned: fc.boolean(),
  hasPoll: fc.boolean(),
});

const kinds = (...values: string[]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...values), isNegated: fc.boolean() }) as fc.Arbitrary<never>, {
    maxLength: 2,
  });
const rarely = <T>(values: fc.Arbitrary<T>, nothing: T) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary: values });
const someOf = (...values: string[]) => rarely(fc.subarray(values), []);

const query = fc.record({
  content: fc.option(text, { nil: undefined }),
  slop: fc.nat(4),
  min: rarely(fc.option(fc.nat(40)), null),
  max: rarely(fc.option(fc.nat(40)), null),
  channels: rarely(fc.subarray([0, 1, 2]), []),
  authors: rarely(fc.subarray([0, 1, 2]), []),
  authorKinds: rarely(kinds("user", "bot", "webhook"), []),
  mentions: someOf("5", "6"),
  roleMentions: someOf("7", "9"),
  mentionsEveryone: rarely(fc.option(fc.boolean(), { nil: undefined }), undefined),
  repliedUsers: rarely(fc.subarray([0, 1]), []),
  repliedMessages: rarely(fc.array(fc.nat(20), { maxLength: 2 }), []),
  isPinned: rarely(fc.option(fc.boolean(), { nil: undefined }), undefined),
  has: rarely(kinds("image", "file", "embed", "link", "poll", "snapshot", "sticker"), []),
  embedKinds: someOf("image", "article", "gif"),
  embedProviders: someOf("P", "Q"),
  linkHosts: someOf("maps.example"),
  filenames: someOf("map.pdf", "x"),
  extensions: someOf("pdf", "png"),
  sortsByRelevance: fc.boolean(),
  isAscending: fc.boolean(),
});

describe("a search", () => {
  it("answers as a look at every message does", () => {
    const { world } = made;
    const authors = [made.ada, made.ben, made.bot].map(({ user }) => user.id);
    const idAt = (messages: readonly Message[], at: number | null): string | undefined =>
      at === null ? undefined : messages[at]?.id;
    const write = (
      seeds: readonly (typeof message extends fc.Arbitrary<infer T> ? T : never)[],
    ): Message[] => {
      const written: Message[] = [];
      for (const one of seeds) {
        const answered = idAt(written, one.reply);
        const sent = post(one.content, {
          channelId: channelIds[one.channel]!,
          authorId: authors[one.author]!,
          ...(answered !== undefined && {
            reference: { messageId: answered, ...(one.isForward && { type: "forward" as const }) },
          }),
          ...(!one.named && {
            mentions: { userIds: ["6"], roleIds: one.roleIds, everyone: one.everyone },
          }),
          ...(one.file !== null && {
            attachments: [
              {
                id: "1",
                filename: one.file,
                contentType: one.file === "sun.png" ? "image/png" : "text/plain",
                size: 1,
              },
            ],
          }),
          ...(one.embed !== null && { embeds: [one.embed] }),
          ...(one.said !== null && { components: [{ type: 10, id: 1, content: one.said }] }),
          ...(one.hasPoll && { hasPoll: true }),
        });
        if (one.isPinned) addPin(world, sent);
        written.push(sent);
      }
      return written;
    };
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 40, size: "max" }),
        fc.array(query, { minLength: 5, maxLength: 5 }),
        (seeds, asked) => {
          const written = write(seeds);
          moveToIndex();
          for (const {
            min,
            max,
            channels,
            authors: by,
            repliedUsers,
            repliedMessages,
            ...filters
          } of asked) {
            const whole: SearchQuery = {
              ...ALL,
              ...filters,
              minId: idAt(written, min),
              maxId: idAt(written, max),
              channelIds: channels.map((at) => channelIds[at]!),
              authorIds: by.map((at) => authors[at]!),
              repliedUserIds: repliedUsers.map((at) => authors[at]!),
              repliedMessageIds: repliedMessages.flatMap((at) => idAt(written, at) ?? []),
              embedKinds: filters.embedKinds as SearchQuery["embedKinds"],
            };
            const { ids, looked } = plainly(written, whole);
            const answer = search(whole);
            expect([idsIn(answer), answer.total_results, answer.documents_indexed]).toEqual([
              ids.slice(0, 25),
              ids.length,
              looked,
            ]);
          }
          for (const one of written) removeFromChannel(world, guildPlace(world, one.channelId)!, one);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("looks at the newest 10,000 candidates, however many messages there are", () => {
    made.world.store.transaction(() => {
      for (let at = 0; at < 10_100; at += 1) post(at % 2 === 0 ? "many words" : "many");
      for (let at = 0; at < 3; at += 1) post("rare", { channelId: channelIds[1]! });
    });
    const all = search({ content: "many", isAscending: true, limit: 1 });
    expect([all.total_results, all.documents_indexed]).toEqual([10_000, 10_000]);
    expect(idsIn(all)).toEqual([String(1_000_000_000_000_000_000n + 4096n * 101n)]);
    // the index leaves the others out, so that older ones are reached
    expect(search({ content: "words" }).total_results).toBe(5050);
    expect(search({ content: "rare" }).total_results).toBe(3);
  });

  it.each([
    ["a b", "a b", 0, 1],
    ["a x b", "a b", 0, 0],
    ["a x b", "a b", 1, 1],
    ["a x x b", "a b", 1, 0],
    ["a a b", "a b", 1, 2],
    ["a x b x c", "a b c", 2, 1],
    ["a x b x c", "a b c", 1, 0],
    ["b a", "a b", 9, 0],
    ["a b a b", "a b", 0, 2],
    ["a b", "a b c", 9, 0],
  ])("in %j finds %j with %d words between %d times", (said, content, slop, times) => {
    const { id, channelId } = post(said);
    const [hit] = hitsOf({ ...ALL, content, slop });
    expect(hit).toEqual(times === 0 ? undefined : { messageId: id, channelId, relevance: times });
  });

  it("of nothing but signs finds nothing", () => {
    post("... and words");
    expect(search({ content: "..." })).toMatchObject({
      total_results: 0,
      messages: [],
      documents_indexed: 1,
    });
    expect(search({ content: "" })).toMatchObject({ total_results: 0, messages: [] });
  });

  it("does not show what became unreadable while it looked", () => {
    const [kept, gone] = [post("word"), post("word")];
    post("word", { channelId: channelIds[1]! });
    const { world } = made;
    let turns = 0;
    const answer = search({ content: "word" }, () => {
      if ((turns += 1) > 1) return;
      world.channelMessages.delete(gone.id);
      const guild = world.guilds.get(guildId)!;
      const deny = Permission.ViewChannel;
      const everyone = { id: guildId, type: 0 as const, allow: "0", deny: String(deny) };
      world.guilds.put({
        ...guild,
        channels: guild.channels.map((one) =>
          one.id === channelIds[1] ? { ...one, overwrites: [everyone] } : one,
        ),
      } as typeof guild);
    });
    expect(turns).toBeGreaterThan(0);
    expect(idsIn(answer)).toEqual([kept.id]);
  });

  it("gives others a turn at the latest after 100 messages, and after long ones sooner", () => {
    made.world.store.transaction(() => {
      for (let at = 0; at < 1000; at += 1) post("short");
      for (let at = 0; at < 20; at += 1) post("a ".repeat(2000));
    });
    const turns = (content: string): number => {
      let count = 0;
      search({ content }, () => void (count += 1));
      return count;
    };
    expect(turns("short")).toBe(11);
    expect(turns(`${"a ".repeat(500)}b`)).toBeLessThanOrEqual(1);
    expect(turns("a ".repeat(500))).toBeGreaterThanOrEqual(20);
  });
});

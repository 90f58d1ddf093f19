import { GatewayIntent, Permission, THREAD_MEMBER_COUNT_MAX } from "sdkpp/wire";
import { describe, expect, it, vi } from "vitest";
import type { NewChannel, NewGuild } from "../../../platform/control/new-records.js";
import { NEW_GUILD_PERMISSIONS } from "../../../platform/domain/records/guild/permissions.js";
import type { Thread } from "../../../platform/domain/records/thread/thread.js";
import { dropMore } from "../../../platform/domain/world/message/dropped-channels.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { botActor, type Actor } from "../../../platform/domain/world/oauth2/actor.js";
import {
  createThread,
  createThreadFromMessage,
  deleteChannel,
  deleteChannelMessage,
  deleteThread,
  editChannelMessage,
  getChannelMessage,
  joinThread,
  listChannelMessages,
  listJoinedArchivedThreads,
  pinMessage,
  react,
  sendChannelMessage,
  setMemberRole,
  sweepThreads,
  updateChannel,
  updateThread,
} from "./operations.js";
import { gatewayScene } from "./support-gateway.js";
import { cast, dispatches, eventNames, reply, testWorld } from "./support-world.js";

const MINUTE_MS = 60_000;
const ANNOUNCEMENT = 10;
const PUBLIC = 11;
const PRIVATE = 12;
const archived = [400, 50_083];
const locked = [403, 160_005];
const forbidden = [403, 50_013];

/** A server in which the game's bot manages threads, messages and channels, and another bot is a member. */
function town({ kind = "text", roles = [], overwrites }: Partial<NewChannel & Pick<NewGuild, "roles">> = {}) {
  const made = cast();
  const { world, registry, bot, ada } = made;
  const other = botActor(world, registry.createBot(registry.createApplication({ name: "Other" }).id).token)!;
  const guild = registry.createGuild({
    name: "G",
    ownerId: ada.user.id,
    memberIds: [bot.user.id, other.user.id],
    channels: [{ name: "c", kind, ...(overwrites && { overwrites }) }],
    everyone: NEW_GUILD_PERMISSIONS | Permission.PinMessages,
    roles: [...roles, { name: "Bot", permissions: Permission.Administrator, memberIds: [bot.user.id] }],
  });
  const channelId = guild.channels[0]!.id;
  const start = (by: Actor, type = PUBLIC): string =>
    reply(createThread(world, by, channelId, { name: "talk", type, autoArchiveMinutes: 60 }))["id"] as string;
  const thread = (id: string): Thread => world.threads.get(id)!;
  const say = (by: Actor, id: string, content = "hello") => sendChannelMessage(world, by, id, { content });
  return { ...made, other, guild, channelId, start, thread, say };
}

/** Status and code of a rejection. */
function verdict(result: object): unknown {
  return result instanceof Fault ? [result.status, result.code] : "accepted";
}

describe("threads", () => {
  it("count their messages, and make their authors members", () => {
    const { world, bot, other, start, thread, say } = town();
    const id = start(bot);
    const sent = say(other, id);
    expect(eventNames(sent)).toEqual([
      "THREAD_CREATE",
      "THREAD_MEMBERS_UPDATE",
      "THREAD_MEMBERS_UPDATE",
      "MESSAGE_CREATE",
    ]);
    expect(eventNames(say(other, id))).toEqual(["MESSAGE_CREATE"]);
    expect(thread(id)).toMatchObject({ messageCount: 2, sentCount: 2, memberCount: 2 });
    reply(deleteChannelMessage(world, other, id, reply(sent).id));
    expect(thread(id)).toMatchObject({ messageCount: 1, sentCount: 2 });
  });

  it("are archived when nobody has written for as long as they say, and active again when somebody writes", () => {
    const { world, bot, other, start, thread, say } = town();
    const id = start(bot);
    world.clock.advance(40 * MINUTE_MS);
    reply(say(bot, id));
    world.clock.advance(60 * MINUTE_MS - 1);
    expect(sweepThreads(world)).toEqual([]);
    world.clock.advance(1);
    const [update] = dispatches(sweepThreads(world));
    expect(update).toMatchObject({ t: "THREAD_UPDATE", d: { thread_metadata: { archived: true } } });
    expect(sweepThreads(world)).toEqual([]);
    expect(verdict(joinThread(world, other, id))).toEqual(archived);
    const events = eventNames(say(bot, id));
    expect(events).toEqual(["THREAD_UPDATE", "MESSAGE_CREATE"]);
    expect(thread(id)).toMatchObject({ isArchived: false, archiveChangedAt: world.clock.now() });
  });

  it("do not change in the archive, except that messages are deleted", () => {
    const { world, bot, other, start, say } = town();
    const id = start(other);
    const message = reply(say(other, id)).id;
    reply(updateThread(world, other, id, { isArchived: true }));
    const target = { channelId: id, messageId: message, emoji: "🦊" };
    const tried = [
      react(world, bot, target),
      editChannelMessage(world, other, id, message, { content: "new" }),
      pinMessage(world, bot, id, message),
      updateThread(world, other, id, { name: "other" }),
    ];
    expect(tried.map(verdict)).toEqual([archived, archived, archived, archived]);
    expect(verdict(deleteChannelMessage(world, other, id, message))).toBe("accepted");
    expect(verdict(updateThread(world, other, id, { name: "other", isArchived: false }))).toBe("accepted");
  });

  it("are for those who manage threads while they are locked", () => {
    const { world, bot, other, start, say } = town();
    const id = start(other);
    const message = reply(say(other, id)).id;
    expect(verdict(updateThread(world, other, id, { isLocked: true }))).toEqual(forbidden);
    reply(updateThread(world, bot, id, { isLocked: true }));
    expect(verdict(say(other, id))).toEqual(locked);
    expect(verdict(editChannelMessage(world, other, id, message, { content: "new" }))).toEqual(locked);
    expect(verdict(updateThread(world, other, id, { name: "mine" }))).toEqual(forbidden);
    expect(verdict(react(world, other, { channelId: id, messageId: message, emoji: "🦊" }))).toBe("accepted");
    reply(updateThread(world, bot, id, { isArchived: true }));
    expect(verdict(deleteChannelMessage(world, other, id, message))).toEqual(locked);
    expect(verdict(updateThread(world, other, id, { isArchived: false }))).toEqual(forbidden);
    expect(verdict(say(bot, id))).toBe("accepted");
  });

  it("change by their owner, apart from the lock and slow mode, and say their new name", () => {
    const { world, bot, other, start } = town();
    const id = start(other);
    expect(verdict(updateThread(world, other, id, { rateLimitPerUser: 5 }))).toEqual(forbidden);
    expect(eventNames(updateThread(world, other, id, { name: "chat" }))).toEqual([
      "THREAD_UPDATE",
      "MESSAGE_CREATE",
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
    ]);
    const [notice] = reply(listChannelMessages(world, bot, id, { limit: 1 }));
    expect(notice).toMatchObject({ type: 4, content: "chat" });
    const owned = start(bot);
    expect(verdict(updateThread(world, other, owned, { name: "chat" }))).toEqual(forbidden);
    reply(updateThread(world, bot, owned, { isArchived: true }));
    expect(verdict(updateThread(world, other, owned, { isArchived: false }))).toBe("accepted");
  });

  it("that start from an old message are announced in the channel", () => {
    const { world, bot, channelId, say } = town();
    const source = reply(say(bot, channelId)).id;
    world.clock.advance(MINUTE_MS);
    reply(createThreadFromMessage(world, bot, channelId, source, { name: "talk" }));
    const [notice] = reply(listChannelMessages(world, bot, channelId, { limit: 1 }));
    expect(notice).toMatchObject({ type: 18, content: "talk", message_reference: { channel_id: source } });
    expect(notice!.message_reference).not.toHaveProperty("message_id");
  });

  it("leave the message from which they were started, and take theirs along, when they are deleted", () => {
    const { world, bot, other, channelId, say } = town();
    const source = reply(say(bot, channelId)).id;
    reply(createThreadFromMessage(world, bot, channelId, source, { name: "talk" }));
    reply(say(other, source));
    expect(verdict(deleteThread(world, other, source))).toEqual(forbidden);
    expect(eventNames(deleteThread(world, bot, source))).toEqual([
      "THREAD_DELETE",
      "MESSAGE_UPDATE",
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
    ]);
    expect(reply(getChannelMessage(world, bot, channelId, source))).toMatchObject({ flags: 0 });
    expect([world.channelMessages.listBy("channel", source), world.threadMembers.all()]).toEqual([[], []]);
    expect(verdict(say(bot, source))).toEqual([404, 10_003]);
  });

  it("are listed for a bot that sees their channel from now on", () => {
    const { world, bot, other, channelId, start } = town();
    const id = start(bot);
    world.live.opened(other.application.id, other.user.id);
    const deny = { id: other.user.id, type: 1, allow: 0n, deny: Permission.ViewChannel };
    reply(updateChannel(world, bot, channelId, { overwrites: [deny] }));
    const shown = updateChannel(world, bot, channelId, { overwrites: [] });
    const events = shown instanceof Fault ? [] : dispatches(shown.events);
    const sync = events.find(({ t }) => t === "THREAD_LIST_SYNC");
    expect(sync).toMatchObject({
      d: { channel_ids: [channelId], threads: [{ id }], members: [] },
      reach: { only: [other.user.id] },
    });
  });

  it("are listed for a bot that gets a role by which it sees their channel, and again when it is lost and given", () => {
    const { world, bot, other, guild, channelId, start } = town({
      roles: [{ name: "Seer", permissions: 0n, memberIds: [] }],
      overwrites: [
        { for: "@everyone", deny: Permission.ViewChannel },
        { for: { role: "Seer" }, allow: Permission.ViewChannel },
      ],
    });
    const id = start(bot);
    start(bot, PRIVATE);
    world.live.opened(other.application.id, other.user.id);
    const seer = guild.roles!.find(({ name }) => name === "Seer")!.id;
    const turn = (isGiven: boolean) => {
      const target = { guildId: guild.id, userId: other.user.id, roleId: seer };
      const changed = setMemberRole(world, bot, target, isGiven);
      const events = changed instanceof Fault ? [] : dispatches(changed.events);
      return events.filter(({ t }) => t === "THREAD_LIST_SYNC").map(({ d, reach }) => ({ d, reach }));
    };
    const sync = {
      d: { guild_id: guild.id, channel_ids: [channelId], threads: [{ id }], members: [] },
      reach: { only: [other.user.id] },
    };
    expect(turn(true)).toMatchObject([sync]);
    expect(turn(true)).toEqual([]);
    expect(turn(false)).toEqual([]);
    expect(turn(true)).toMatchObject([sync]);
  });

  it("in a channel for news are of their own type, also from its messages, and never private", () => {
    const { world, bot, channelId, say, thread } = town({ kind: "announcement" });
    const create = (type: number) => createThread(world, bot, channelId, { name: "talk", type });
    expect([PRIVATE, PUBLIC].map((type) => verdict(create(type)))).toEqual([
      [400, 50_024],
      [400, 50_024],
    ]);
    const news = reply(create(ANNOUNCEMENT));
    expect(news).toMatchObject({ type: ANNOUNCEMENT, parent_id: channelId });
    const source = reply(say(bot, channelId)).id;
    expect(reply(createThreadFromMessage(world, bot, channelId, source, { name: "more" }))).toMatchObject({
      id: source,
      type: ANNOUNCEMENT,
    });
    // They are counted apart from others.
    for (let at = 0; at < 1000; at += 1)
      world.threads.put({ ...thread(source), id: String(at + 1), type: PUBLIC });
    expect(verdict(create(ANNOUNCEMENT))).toBe("accepted");
  });

  it("that are archived and private are listed for a member step by step, past its other threads", () => {
    const { world, bot, channelId, start } = town();
    const made = Array.from({ length: 130 }, () => start(bot, PRIVATE));
    start(bot);
    const archive = [...made.slice(0, 3), made[127]!];
    for (const id of archive) reply(updateThread(world, bot, id, { isArchived: true }));
    const list = (window: { before?: string; limit: number }) => {
      const { threads, has_more } = reply(listJoinedArchivedThreads(world, bot, channelId, window));
      return [(threads as { id: string }[]).map(({ id }) => id), has_more];
    };
    const [first, second, third, newest] = archive;
    expect(list({ limit: 2 })).toEqual([[newest, third], true]);
    expect(list({ limit: 2, before: third! })).toEqual([[second, first], false]);
    expect(list({ limit: 100, before: newest! })).toEqual([[third, second, first], false]);
    const page = vi.spyOn(world.threadMembers, "page");
    list({ limit: 2, before: made[4]! });
    expect(page.mock.results.map(({ value }) => (value as unknown[]).length)).toEqual([4]);
  });

  it("show no more than 50 members", () => {
    const { world, bot, start, thread } = town();
    const id = start(bot);
    world.threads.put({ ...thread(id), memberCount: 900 });
    expect(reply(updateThread(world, bot, id, { name: "many" }))["member_count"]).toBe(
      THREAD_MEMBER_COUNT_MAX,
    );
  });

  it("that are active and visible are in the GUILD_CREATE of a bot", () => {
    const { world, registry, bot, applicationId, ada, open } = gatewayScene();
    const guild = registry.createGuild({
      name: "G",
      ownerId: ada.user.id,
      memberIds: [bot.user.id],
      everyone: NEW_GUILD_PERMISSIONS,
      channels: [
        { name: "c", kind: "text" },
        { name: "hidden", kind: "text", overwrites: [{ for: "@everyone", deny: Permission.ViewChannel }] },
      ],
    });
    const start = (by: Actor, at: number, type: number): string =>
      reply(createThread(world, by, guild.channels[at]!.id, { name: "talk", type }))["id"] as string;
    const own = start(bot, 0, PUBLIC);
    const old = start(bot, 0, PUBLIC);
    const hers = start(ada, 0, PUBLIC);
    for (const [at, type] of [
      [0, PRIVATE],
      [1, PUBLIC],
    ] as const)
      start(ada, at, type);
    reply(updateThread(world, bot, old, { isArchived: true }));
    const socket = open();
    socket.identify(registry.createBot(applicationId).token, { intents: 1 });
    const { threads } = socket.port.named("GUILD_CREATE")[0]!.d as { threads: { id: string }[] };
    expect(new Map(threads.map((thread) => [thread.id, "member" in thread]))).toEqual(
      new Map([
        [own, true],
        [hers, false],
      ]),
    );
  });

  it("and few of the members of a large server are in it", () => {
    const { world, registry, bot, applicationId, ada, open } = gatewayScene();
    const memberIds = [bot.user.id, ...Array.from({ length: 248 }, () => world.ids.next())];
    for (const id of memberIds.slice(1)) world.users.put({ ...ada.user, id });
    const guild = registry.createGuild({ name: "G", ownerId: ada.user.id, memberIds });
    const shown = (threshold: unknown, intents = GatewayIntent.Guilds | GatewayIntent.GuildPresences) => {
      const socket = open();
      socket.identify(registry.createBot(applicationId).token, { intents, large_threshold: threshold });
      const { large, member_count, members } = socket.port.named("GUILD_CREATE")[0]!.d as {
        [key in "large" | "member_count" | "members"]: unknown;
      };
      return { large, member_count, shown: (members as unknown[]).length };
    };
    expect(shown(250)).toEqual({ large: false, member_count: 250, shown: 250 });
    expect(shown(1000)).toEqual({ large: false, member_count: 250, shown: 250 });
    for (const threshold of [undefined, 249, 0, "many"])
      expect(shown(threshold)).toEqual({ large: true, member_count: 250, shown: 1 });
    // Who is not told of presences is told of nobody else.
    expect(shown(250, GatewayIntent.Guilds)).toEqual({ large: false, member_count: 250, shown: 1 });
    const late = registry.createUser({ username: "late" });
    world.guilds.put({ ...world.guilds.get(guild.id)!, memberIds: [...guild.memberIds, late.id] });
    expect(shown(250)).toEqual({ large: true, member_count: 251, shown: 1 });
  });

  it("are 1,000 at most that are active, and as many members", () => {
    const { world, bot, other, guild, channelId, start, thread, say } = town();
    const id = start(bot);
    world.threads.put({ ...thread(id), memberCount: 1000 });
    expect(verdict(joinThread(world, other, id))).toEqual([400, 30_033]);
    reply(updateThread(world, bot, id, { isArchived: true }));
    for (let at = 0; at < 1000; at += 1)
      world.threads.put({ ...thread(id), id: String(at + 1), isArchived: false });
    const crowded = [400, 160_006];
    expect(verdict(createThread(world, bot, channelId, { name: "x", type: PUBLIC }))).toEqual(crowded);
    expect(verdict(updateThread(world, bot, id, { isArchived: false }))).toEqual(crowded);
    expect(verdict(say(bot, id))).toEqual(crowded);
    // Remains of a deleted channel are not in the way.
    for (const one of world.threads.listBy("active", guild.id)) world.threads.put({ ...one, parentId: "1" });
    expect(verdict(say(bot, id))).toBe("accepted");
  });
});

describe("a deleted channel with many threads", () => {
  it("takes them along in portions, a restart in between or not", () => {
    const { world, bot, channelId, start, say } = town();
    const ids = Array.from({ length: 60 }, () => start(bot));
    for (const id of ids) for (let count = 0; count < 10; count += 1) reply(say(bot, id));
    const left = () =>
      [world.channelMessages, world.threadMembers, world.threads].reduce(
        (sum, one) => sum + one.all().length,
        0,
      );
    const portions = [left()];
    reply(deleteChannel(world, bot, channelId));
    expect(verdict(say(bot, ids[0]!))).toEqual([404, 10_003]);
    for (portions.push(left()); left() > 0 && portions.length < 20; portions.push(left()))
      dropMore(testWorld(world.store)); // each time as after a restart
    expect(portions).toEqual([720, 520, 320, 120, 0]);
    expect(world.channelTails.all()).toEqual([]);
  });
});

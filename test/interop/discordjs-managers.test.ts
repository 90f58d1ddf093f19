// A bot of discord.js calls every built operation that its managers have; another one, in a process of its own, sees the
// effects in its cache.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { GatewayIntent, Permission, USER_ONLY_INTENTS } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PNG } from "../support/png.js";
import { MP3 } from "../support/sounds.js";
import { installStrangers } from "../support/strangers.mjs";
import { BUILT, isAmong, WITHOUT_MANAGER } from "./built-operations.js";
import { TextPeer } from "./text-peer.js";

const INTENTS = Object.values(GatewayIntent).reduce((all, one) => all | one, 0) & ~USER_ONLY_INTENTS;
const DAY_MS = 86_400_000;

let platform: Platform;
let writer: TextPeer;
let reader: TextPeer;
/** Operations that the writer called with success. */
const called = new Set<string>();
let place: ReturnType<typeof makePlace>;

beforeAll(async () => {
  await installStrangers();
  platform = await startPlatform();
  place = makePlace();
  [writer, reader] = await Promise.all([
    TextPeer.start("discordjs-managers.mjs", platform, { token: place.writer.token, intents: INTENTS }),
    TextPeer.start("discordjs-cache.mjs", platform, { token: place.reader.token, intents: INTENTS }),
  ]);
}, 120_000);

afterAll(async () => {
  await Promise.all([writer?.end(), reader?.end()]);
  await platform?.stop();
});

/** A server whose two bots may do everything. */
function makePlace() {
  const { control } = platform;
  const bot = (name: string) => {
    const { id } = control.applications.create({ name });
    return { applicationId: id, ...control.applications.createBot(id) };
  };
  const [writing, reading] = [bot("Writer Bot"), bot("Reader Bot")];
  const [host, ada, ben, eve] = ["host", "ada", "ben", "eve"].map(
    (username) => control.users.create({ username }).id,
  ) as [string, string, string, string];
  const guild = control.guilds.create({
    name: "Knights",
    ownerId: host,
    memberIds: [ada, ben, writing.userId, reading.userId],
    roles: [
      { name: "Squire", permissions: 0n },
      {
        name: "Bots",
        permissions: Permission.Administrator,
        memberIds: [writing.userId, reading.userId],
      },
    ],
    channels: [
      { name: "general", kind: "text" },
      { name: "stage", kind: "stage" },
      { name: "news", kind: "announcement" },
      { name: "hall", kind: "voice" },
    ],
  });
  const [general, stage, news, hall] = guild.channels;
  const tavern = control.guilds.create({
    name: "Tavern",
    ownerId: host,
    memberIds: [writing.userId, reading.userId],
  });
  return {
    writer: writing,
    reader: reading,
    host,
    ada,
    ben,
    eve,
    guild: guild.id,
    tavern: tavern.id,
    squire: guild.roles![0]!.id,
    general: general!.id,
    stage: stage!.id,
    news: news!.id,
    hall: hall!.id,
  };
}

/** Calls an operation. @returns what the call returned, after the request for the operation succeeded */
async function call<T = string>(operation: string, ...args: readonly unknown[]): Promise<T> {
  const { value, requests } = await writer.ask<{ value: T; requests: string[] }>("call", operation, ...args);
  expect(isAmong(operation, requests), `${operation} among ${requests.join(", ")}`).toBe(true);
  called.add(operation);
  return value;
}

/** Waits until the reader's cache of the server matches. */
function sees(expected: object): Promise<void> {
  return expect
    .poll(() => reader.ask("guild", place.guild), { timeout: 10_000, interval: 20 })
    .toMatchObject(expected);
}

/** Waits until something is not in the reader's cache any more. */
function misses(...path: readonly string[]): Promise<void> {
  return expect
    .poll(() => reader.ask("guild", place.guild), { timeout: 10_000, interval: 20 })
    .not.toHaveProperty([...path]);
}

const seesMessage = (id: string, expected: object): Promise<void> =>
  sees({ channels: { [place.general]: { messages: { [id]: expected } } } });

/** The server's owner denies a command to everybody. */
async function deniesCommand(command: string): Promise<void> {
  const { guild, host, writer: bot } = place;
  const scope = "applications.commands.permissions.update";
  const { access_token: token } = platform.control.tokens.issue(bot.applicationId, host, scope);
  const denied = [{ id: guild, type: 1, permission: false }];
  expect(await call("set_guild_application_command_permissions", guild, command, token, denied)).toEqual(
    denied,
  );
  expect(await call("get_guild_application_command_permissions", guild, command)).toEqual(denied);
  expect(await call("list_guild_application_command_permissions", guild)).toEqual([command]);
}

describe("discord.js", () => {
  it("finds its gateway", async () => {
    const requests = await writer.ask<string[]>("atLogin");
    expect(isAmong("get_bot_gateway", requests)).toBe(true);
    called.add("get_bot_gateway");
  });

  it("reads and changes its application and its user", async () => {
    expect(await call("get_my_application")).toBe("Writer Bot");
    expect(await call("update_my_application", { description: "Writes." })).toBe("Writes.");
    expect(await call("update_my_user", { username: "Scribe" })).toBe("Scribe");
    expect(await reader.event("user")).toEqual({ id: place.writer.userId, username: "Scribe" });
    expect(await call("get_user", place.ada)).toBe("ada");
    expect(await call("list_voice_regions")).not.toEqual([]);
    const emoji = await call("create_application_emoji", { attachment: PNG, name: "shield" });
    expect(await call("list_application_emojis")).toEqual([emoji]);
    expect(await call("get_application_emoji", emoji)).toBe("shield");
    expect(await call("update_application_emoji", emoji, { name: "sword" })).toBe("sword");
    await call("delete_application_emoji", emoji);
    expect(await call("list_application_emojis")).toEqual([]);
  });

  it("moderates a server by rules", async () => {
    const { guild } = place;
    const rule = await call("create_auto_moderation_rule", guild, {
      name: "No dragons",
      enabled: true,
      eventType: 1,
      triggerType: 1,
      triggerMetadata: { keywordFilter: ["dragon*"] },
      actions: [{ type: 1 }],
    });
    expect(await call("list_auto_moderation_rules", guild)).toEqual([rule]);
    expect(await call("update_auto_moderation_rule", guild, rule, { name: "No wyverns" })).toBe("No wyverns");
    expect(await call("get_auto_moderation_rule", guild, rule)).toBe("No wyverns");
    await call("delete_auto_moderation_rule", guild, rule);
    expect(await call("list_auto_moderation_rules", guild)).toEqual([]);
  });

  it("registers commands, its own and those of a server", async () => {
    const { guild } = place;
    const wave = {
      name: "wave",
      description: "Wave",
      options: [{ type: 3, name: "to", description: "Whom" }],
    };
    const command = await call<string>("create_application_command", wave);
    expect(await call("list_application_commands")).toEqual([command]);
    expect(await call("get_application_command", command)).toBe("wave");
    const change = { description: "Wave a hand" };
    expect(await call("update_application_command", command, change)).toBe("Wave a hand");
    await call("delete_application_command", command);
    expect(await call("bulk_set_application_commands", [wave, { name: "Poke", type: 2 }])).toHaveLength(2);
    const local = await call<string>("create_guild_application_command", guild, wave);
    expect(await call("list_guild_application_commands", guild)).toEqual([local]);
    expect(await call("get_guild_application_command", guild, local)).toBe("wave");
    expect(await call("update_guild_application_command", guild, local, change)).toBe("Wave a hand");
    await deniesCommand(local);
    await call("delete_guild_application_command", guild, local);
    expect(await call("bulk_set_guild_application_commands", guild, [])).toEqual([]);
  });

  it("sells, and knows who has bought what", async () => {
    const { ada, writer: own } = place;
    const { shop: monetisation } = platform.control;
    const offer = (name: string, kind: "userSubscription" | "consumable") =>
      monetisation.createSku({ applicationId: own.applicationId, name, kind }).id;
    const [sku, potion] = [offer("Gold", "userSubscription"), offer("Potion", "consumable")];
    const { value: skus } = await writer.ask<{ value: unknown }>("call", "list_skus");
    expect(skus).toEqual([
      { name: "Gold", type: 6 },
      { name: "Gold", type: 5 },
      { name: "Potion", type: 3 },
    ]);
    const test = await call<string>("create_entitlement", { sku, user: ada });
    const bought = monetisation.purchase({ skuId: potion, userId: ada }).id;
    expect(await call("get_entitlements", { user: ada })).toEqual([
      { id: test, isActive: true, isTest: true },
      { id: bought, isActive: true, isTest: false },
    ]);
    await call("consume_entitlement", bought);
    expect(await call("get_entitlement", bought)).toBe(true);
    await call("delete_entitlement", test);
    expect(await call("get_entitlements", { skus: [sku] })).toEqual([]);
    const { id } = monetisation.subscribe({ skuId: sku, userId: ada });
    expect(await call("get_sku_subscriptions", sku, ada)).toEqual([id]);
    monetisation.cancel(id);
    expect(await call("get_sku_subscription", sku, id)).toBe(2);
  });

  it("opens threads, and finds them when they are archived", async () => {
    const { guild, general, ada, writer: own } = place;
    const start = await call("create_message", general, { content: "Where is the grail?" });
    const thread = await call("create_thread_from_message", general, start, { name: "grail" });
    await sees({ channels: { [thread]: { name: "grail", parentId: general } } });
    await call("add_thread_member", thread, ada);
    expect(await call("get_thread_member", thread, ada)).toBe(ada);
    expect(await call("list_thread_members", thread)).toEqual(expect.arrayContaining([ada, own.userId]));
    await call("delete_thread_member", thread, ada);
    await call("leave_thread", thread);
    await call("join_thread", thread);
    const hidden = await call("create_thread", general, { name: "secret", type: 12 });
    expect(await call("get_active_guild_threads", guild)).toEqual(expect.arrayContaining([thread, hidden]));
    for (const id of [thread, hidden]) await call("update_channel", guild, id, { archived: true });
    expect(await call("list_public_archived_threads", general)).toEqual([thread]);
    expect(await call("list_private_archived_threads", general)).toEqual([hidden]);
    expect(await call("list_my_private_archived_threads", general)).toEqual([hidden]);
  });

  it("reads and changes the server", async () => {
    const { guild, general, squire, ada } = place;
    expect(await call("list_my_guilds")).toEqual(expect.arrayContaining([guild, place.tavern]));
    expect(await call("get_guild", guild)).toBe("Knights");
    expect(await call("update_guild", guild, { name: "Round table" })).toBe("Round table");
    await sees({ name: "Round table" });
    expect(await call("list_guild_channels", guild)).toContain(general);
    expect(await call("list_guild_members", guild)).toContain(ada);
    expect(await call("search_guild_members", guild, "ad")).toEqual([ada]);
    expect(await call("get_guild_member", guild, ada)).toBe("ada");
    expect(await call("list_guild_roles", guild)).toContain(squire);
    expect(await call("get_guild_role", guild, squire)).toBe("Squire");
    expect(await call("guild_role_member_counts", guild)).toMatchObject({ [squire]: 0 });
  });

  it("makes, changes, moves and deletes channels", async () => {
    const { guild, general, squire } = place;
    const made = await call("create_guild_channel", guild, { name: "library", topic: "books" });
    await sees({ channels: { [made]: { name: "library", type: 0, topic: "books" } } });
    expect(await call("get_channel", made)).toBe("library");
    expect(await call("update_channel", guild, made, { name: "archive" })).toBe("archive");
    await call("bulk_update_guild_channels", guild, [
      { channel: made, position: 0 },
      { channel: general, position: 5 },
    ]);
    await sees({ channels: { [made]: { name: "archive", position: 0 }, [general]: { position: 5 } } });
    await call("set_channel_permission_overwrite", made, squire, { SendMessages: false });
    await sees({ channels: { [made]: { overwrites: [squire] } } });
    await call("delete_channel_permission_overwrite", made, squire);
    await sees({ channels: { [made]: { overwrites: [] } } });
    await call("delete_channel", guild, made);
    await misses("channels", made);
  });

  it("makes, changes, orders, grants and deletes roles", async () => {
    const { guild, squire, ada } = place;
    const made = await call("create_guild_role", guild, { name: "Page", colors: { primaryColor: 0xff0000 } });
    await sees({ roles: { [made]: { name: "Page", color: 0xff0000 } } });
    expect(await call("update_guild_role", guild, made, { name: "Herald" })).toBe("Herald");
    await call("bulk_update_guild_roles", guild, [
      { role: squire, position: 1 },
      { role: made, position: 2 },
    ]);
    await sees({ roles: { [made]: { name: "Herald", rawPosition: 2 }, [squire]: { rawPosition: 1 } } });
    await call("add_guild_member_role", guild, ada, made);
    await sees({ members: { [ada]: { roles: expect.arrayContaining([made]) as string[] } } });
    await call("delete_guild_member_role", guild, ada, made);
    await sees({ members: { [ada]: { roles: [guild] } } });
    await call("delete_guild_role", guild, made);
    await misses("roles", made);
  });

  it("adds, changes, removes and bans members, and the log names it", async () => {
    const { guild, ada, ben, eve } = place;
    const { access_token } = platform.control.tokens.issue(
      place.writer.applicationId,
      eve,
      "identify guilds.join",
    );
    await call("add_guild_member", guild, eve, access_token);
    await sees({ members: { [eve]: { nick: null } } });
    await call("update_guild_member", guild, ada, {
      nick: "Countess",
      communicationDisabledUntil: Date.now() + DAY_MS,
    });
    await sees({ members: { [ada]: { nick: "Countess", isTimedOut: true } } });
    expect(await call("update_my_guild_member", guild, { nick: "Quill" })).toBe("Quill");
    await sees({ members: { [place.writer.userId]: { nick: "Quill" } } });
    await call("delete_guild_member", guild, eve, "too loud");
    await misses("members", eve);
    expect(await reader.event("left")).toEqual({ userId: eve });
    expect(await reader.event("audit", ({ action }) => action === "MemberKick")).toEqual({
      action: "MemberKick",
      executorId: place.writer.userId,
      targetId: eve,
      reason: "too loud",
    });
    expect(await call("list_guild_audit_log_entries", guild, "MemberKick")).toMatchObject([
      { executorId: place.writer.userId, targetId: eve, reason: "too loud" },
    ]);
    await call("ban_user_from_guild", guild, ben, { reason: "treason" });
    await sees({ bans: [ben] });
    expect(await call("list_guild_bans", guild)).toEqual([ben]);
    expect(await call("get_guild_ban", guild, ben)).toBe("treason");
    await call("unban_user_from_guild", guild, ben);
    await sees({ bans: [] });
    await call("bulk_ban_users_from_guild", guild, [ben, eve]);
    await sees({ bans: expect.arrayContaining([ben, eve]) as string[] });
    expect(await call("preview_prune_guild", guild, { days: 7 })).toBe(0);
    expect(await call("prune_guild", guild, { days: 7 })).toBe(0);
  });

  it("makes, changes and deletes stickers", async () => {
    const { guild } = place;
    const options = { file: PNG.split(",")[1], name: "crown", tags: "crown", description: "" };
    const sticker = await call<string>("create_guild_sticker", guild, options);
    await sees({ stickers: { [sticker]: "crown" } });
    expect(await call("list_guild_stickers", guild)).toEqual([sticker]);
    expect(await call("get_guild_sticker", guild, sticker)).toBe("crown");
    expect(await call("get_sticker", sticker)).toBe("crown");
    expect(await call("update_guild_sticker", guild, sticker, { name: "ring" })).toBe("ring");
    await sees({ stickers: { [sticker]: "ring" } });
    await call("delete_guild_sticker", guild, sticker);
    await misses("stickers", sticker);
    const [pack] = await call<string[]>("list_sticker_packs");
    expect(await call("get_sticker_pack", pack)).toBe(6);
  });

  it("makes, changes and deletes emojis and scheduled events", async () => {
    const { guild, ada } = place;
    const emoji = await call("create_guild_emoji", guild, { attachment: PNG, name: "crown" });
    await sees({ emojis: { [emoji]: "crown" } });
    expect(await call("list_guild_emojis", guild)).toEqual([emoji]);
    expect(await call("get_guild_emoji", guild, emoji)).toBe("crown");
    expect(await call("update_guild_emoji", guild, emoji, { name: "ring" })).toBe("ring");
    await sees({ emojis: { [emoji]: "ring" } });
    await call("delete_guild_emoji", guild, emoji);
    await misses("emojis", emoji);

    const start = platform.control.clock.now() + DAY_MS;
    const event = await call("create_guild_scheduled_event", guild, {
      name: "Joust",
      privacyLevel: 2,
      entityType: 3,
      entityMetadata: { location: "the meadow" },
      scheduledStartTime: start,
      scheduledEndTime: start + DAY_MS,
    });
    await sees({ events: { [event]: { name: "Joust" } } });
    platform.control.as(ada).setEventInterest(event, true);
    expect(await reader.event("interested")).toEqual({ id: event, userId: ada });
    expect(await call("list_guild_scheduled_event_users", guild, event)).toEqual([ada]);
    expect(await call("list_guild_scheduled_events", guild)).toEqual([event]);
    expect(await call("get_guild_scheduled_event", guild, event)).toBe("Joust");
    expect(await call("update_guild_scheduled_event", guild, event, { name: "Tourney" })).toBe("Tourney");
    await sees({ events: { [event]: { name: "Tourney" } } });
    await call("delete_guild_scheduled_event", guild, event);
    await misses("events", event);
  });

  it("opens, names and closes a stage", async () => {
    const { guild, stage } = place;
    const options = { topic: "Hamlet", privacyLevel: 2, sendStartNotification: true };
    const opened = await call("create_stage_instance", guild, stage, options);
    await sees({ stages: { [opened]: { topic: "Hamlet", channelId: stage } } });
    expect(await call("get_stage_instance", guild, stage)).toBe("Hamlet");
    expect(await call("update_stage_instance", guild, stage, { topic: "Macbeth" })).toBe("Macbeth");
    await sees({ stages: { [opened]: { topic: "Macbeth" } } });
    await call("delete_stage_instance", guild, stage);
    await misses("stages", opened);
  });

  it("invites, to all and to some", async () => {
    const { guild, general, ada, ben } = place;
    const code = await call("create_channel_invite", guild, general, { maxAge: 3600 });
    await sees({ invites: [code] });
    expect(await call("invite_resolve", code)).toBe("Round table");
    expect(await call("list_channel_invites", guild, general)).toEqual([code]);
    expect(await call("list_guild_invites", guild)).toEqual([code]);
    await call("invite_revoke", guild, code);
    await sees({ invites: [] });
    const forAda = await call("create_channel_invite", guild, general, { targetUsersFile: [ada] });
    await call("update_invite_target_users", guild, forAda, [ada, ben]);
    expect(await call("get_invite_target_users_job_status", guild, forAda)).toEqual(expect.any(Number));
    await expect
      .poll(() => call("get_invite_target_users", guild, forAda), { timeout: 10_000 })
      .toContain(ben);
  });

  it("writes, edits and deletes messages with files", async () => {
    const { general } = place;
    const sent = await call("create_message", general, {
      content: "hear ye",
      files: [{ name: "map.png", base64: PNG.split(",")[1] }],
    });
    await seesMessage(sent, { content: "hear ye", files: ["map.png"] });
    expect(await call("get_message", general, sent)).toBe("hear ye");
    expect(await call("list_messages", general, { limit: 1 })).toEqual([sent]);
    expect(await call("update_message", general, sent, { content: "hear me" })).toBe("hear me");
    await seesMessage(sent, { content: "hear me" });
    await call("trigger_typing_indicator", general);
    expect(await reader.event("typing")).toEqual({ userId: place.writer.userId, channelId: general });
    await call("delete_message", general, sent);
    await misses("channels", general, "messages", sent);
    const doomed = [await call("create_message", general, "a"), await call("create_message", general, "b")];
    await seesMessage(doomed[1]!, { content: "b" });
    expect(await call("bulk_delete_messages", general, doomed)).toEqual(expect.arrayContaining(doomed));
    for (const id of doomed) await misses("channels", general, "messages", id);
    expect(await call("create_dm", place.ada)).toMatch(/^[0-9]+$/);
  });

  it("announces", async () => {
    const { guild, news, general } = place;
    const follower = await call("follow_channel", guild, news, general);
    expect(await reader.event("webhooks", ({ channelId }) => channelId === general)).toBeDefined();
    expect(await call("list_channel_webhooks", general)).toEqual([follower]);
    const sent = await call("create_message", news, "the gates open");
    expect(await call("crosspost_message", news, sent)).toBe(true);
    await sees({ channels: { [news]: { messages: { [sent]: { isCrossposted: true } } } } });
    const [copy = ""] = await call<string[]>("list_messages", general, { limit: 1 });
    await seesMessage(copy, { content: "the gates open", webhookId: follower, source: sent });
    await call("update_message", news, sent, { content: "the gates close" });
    await seesMessage(copy, { content: "the gates close" });
    await call("delete_webhook", follower);
  });

  it("pins messages", async () => {
    const { general } = place;
    const sent = await call("create_message", general, "the rules");
    await call("create_pin", general, sent);
    await seesMessage(sent, { pinned: true });
    expect(await reader.event("pins")).toEqual({ channelId: general });
    expect(await call("list_pins", general)).toEqual([sent]);
    expect(await call("deprecated_list_pins", general)).toEqual([sent]);
    await call("delete_pin", general, sent);
    await seesMessage(sent, { pinned: false });
  });

  it("reacts", async () => {
    const { general } = place;
    const sent = await call("create_message", general, "who comes?");
    await call("add_my_message_reaction", general, sent, "🔥");
    await seesMessage(sent, { reactions: { "🔥": 1 } });
    expect(await call("list_message_reactions_by_emoji", general, sent, "🔥")).toEqual([place.writer.userId]);
    await call("delete_my_message_reaction", general, sent, "🔥");
    await misses("channels", general, "messages", sent, "reactions", "🔥");
    await call("add_my_message_reaction", general, sent, "🔥");
    await reader.ask("react", general, sent, "🔥");
    await seesMessage(sent, { reactions: { "🔥": 2 } });
    await call("delete_user_message_reaction", general, sent, "🔥", place.reader.userId);
    const removed = { id: sent, userId: place.reader.userId };
    expect(await reader.event("reaction removed", ({ userId }) => userId === removed.userId)).toEqual(
      removed,
    );
    await call("delete_all_message_reactions_by_emoji", general, sent, "🔥");
    await misses("channels", general, "messages", sent, "reactions", "🔥");
    await call("add_my_message_reaction", general, sent, "⚔");
    await call("delete_all_message_reactions", general, sent);
    expect(await reader.event("reactions removed")).toEqual({ id: sent });
    await misses("channels", general, "messages", sent, "reactions", "⚔");
  });

  it("asks in polls", async () => {
    const { general, ada } = place;
    const poll = {
      question: { text: "Who leads?" },
      answers: [{ text: "Ada" }, { text: "Ben" }],
      duration: 24,
      allowMultiselect: false,
    };
    const sent = await call("create_message", general, { poll });
    platform.control.as(ada).vote(sent, [1]);
    await seesMessage(sent, { poll: { votes: { 1: 1 } } });
    expect(await call("get_answer_voters", general, sent, 1)).toEqual([ada]);
    await call("poll_expire", general, sent);
    await seesMessage(sent, { poll: { isOver: true } });
  });

  it("makes webhooks, and writes through them", async () => {
    const { guild, general } = place;
    const { id, token } = await call<{ id: string; token: string }>("create_webhook", general, {
      name: "Crier",
    });
    expect(await reader.event("webhooks")).toEqual({ channelId: general });
    expect(await call("list_channel_webhooks", general)).toEqual([id]);
    expect(await call("get_guild_webhooks", guild)).toEqual([id]);
    expect(await call("get_webhook", id)).toBe("Crier");
    expect(await call("get_webhook_by_token", id, token)).toBe("Crier");
    expect(await call("update_webhook", id, general)).toBe(general);
    expect(await call("update_webhook_by_token", id, token, { name: "Bell" })).toBe("Bell");
    const sent = await call("execute_webhook", id, token, { content: "ding" });
    await seesMessage(sent, { content: "ding", webhookId: id });
    expect(await call("get_webhook_message", id, token, sent)).toBe("ding");
    expect(await call("update_webhook_message", id, token, sent, { content: "dong" })).toBe("dong");
    await seesMessage(sent, { content: "dong" });
    await call("delete_webhook_message", id, token, sent);
    await misses("channels", general, "messages", sent);
    await call("delete_webhook_by_token", id, token);
    const other = await call<{ id: string }>("create_webhook", general, { name: "Horn" });
    await call("delete_webhook", other.id);
    expect(await call("list_channel_webhooks", general)).toEqual([]);
  });

  it("speaks on a stage, and moves its members", async () => {
    const { guild, stage, writer: own } = place;
    await writer.ask("enter", guild, stage);
    await sees({ voice: { [own.userId]: { channelId: stage, suppress: true } } });
    expect(await call("get_self_voice_state", guild)).toBe(stage);
    expect(await call("get_voice_state", guild, own.userId)).toBe(stage);
    await call("update_self_voice_state", guild, { suppressed: false });
    await sees({ voice: { [own.userId]: { suppress: false } } });
    const other = place.reader.userId;
    await reader.ask("enter", guild, stage);
    await sees({ voice: { [other]: { channelId: stage, suppress: true } } });
    await expect
      .poll(() => call("get_voice_state", guild, other).catch(() => undefined), { timeout: 10_000 })
      .toBe(stage);
    await call("update_voice_state", guild, other, { suppressed: false });
    await sees({ voice: { [other]: { suppress: false } } });
    await call("update_guild_member", guild, other, { channel: null });
    await sees({ voice: { [other]: { channelId: null } } });
  });

  it("makes sounds, and plays them in a call", async () => {
    const { guild, hall, writer: own, reader: other } = place;
    const file = { file: MP3.toString("base64"), contentType: "audio/mpeg" };
    const sound = await call("create_guild_soundboard_sound", guild, {
      ...file,
      name: "horn",
      emojiName: "📯",
    });
    await sees({ sounds: { [sound]: { name: "horn", volume: 1 } } });
    expect(await call("list_guild_soundboard_sounds", guild)).toEqual([sound]);
    expect(await call("get_guild_soundboard_sound", guild, sound)).toBe("horn");
    const change = { name: "trumpet", volume: 0.5 };
    expect(await call("update_guild_soundboard_sound", guild, sound, change)).toBe("trumpet");
    await sees({ sounds: { [sound]: change } });
    expect(await reader.ask("sounds", guild)).toEqual(["trumpet"]);
    expect(await call("get_soundboard_default_sounds")).toContain("2");

    for (const peer of [writer, reader]) await peer.ask("enter", guild, hall);
    await sees({ voice: { [own.userId]: { channelId: hall }, [other.userId]: { channelId: hall } } });
    await call("send_soundboard_sound", guild, hall, sound);
    expect(await reader.event("effect")).toEqual({
      ...{ channelId: hall, userId: own.userId },
      ...{ soundId: sound, soundVolume: 0.5, emoji: "📯" },
    });
    await call("delete_guild_soundboard_sound", guild, sound);
    await misses("sounds", sound);
  });

  it("leaves a server", async () => {
    const own = place.writer.userId;
    expect(await call("leave_guild", place.tavern)).toBe(place.tavern);
    expect(await reader.event("left", ({ userId }) => userId === own)).toEqual({ userId: own });
    const tavern = await reader.ask("guild", place.tavern);
    expect(tavern).toMatchObject({ name: "Tavern" });
    expect(tavern).not.toHaveProperty(["members", own]);
  });

  it("calls every built operation that it has, and reports no error", () => {
    expect([writer.errors, reader.errors]).toEqual([[], []]);
    const uncalled = BUILT.filter((operation) => !called.has(operation));
    expect(uncalled.sort()).toEqual(Object.keys(WITHOUT_MANAGER).sort());
  });
});
